import { useTranslation } from 'react-i18next';
import { pageConfig } from './pageConfig.ts';
import { inLocale, paths } from './paths.ts';
import { Roadblock } from './Roadblock.tsx';
import { ButtonLink } from './ui/Button.tsx';

/** An address that leads nowhere (RT11). */
export function NotFound() {
  const { t } = useTranslation();
  return (
    <Roadblock plate={t('notFound.code')} title={t('notFound.title')} text={t('notFound.text')}>
      <ButtonLink to={inLocale(pageConfig.locale, paths.landing)}>{t('notFound.action')}</ButtonLink>
    </Roadblock>
  );
}
