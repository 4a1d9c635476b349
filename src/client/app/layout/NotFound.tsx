import { useTranslation } from 'react-i18next';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { Roadblock } from './Roadblock.tsx';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';

/** The page for unknown addresses (RT11). */
export function NotFound() {
  const { t } = useTranslation();
  return (
    <Roadblock plate={t('notFound.code')} title={t('notFound.title')} text={t('notFound.text')}>
      <ButtonLink to={inLocale(pageConfig.locale, paths.landing)}>{t('notFound.action')}</ButtonLink>
    </Roadblock>
  );
}
