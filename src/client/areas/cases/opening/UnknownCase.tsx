import { useTranslation } from 'react-i18next';
import { caseImage } from '#/client/platform/media/images.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';

/** The page of an address whose case does not exist (RT11). */
export function UnknownCase() {
  const { t } = useTranslation('cases');
  return (
    <EmptyState
      as="h1"
      icon="case"
      title={t('case.unknownTitle')}
      text={t('case.unknownText')}
      picture={caseImage('closed')}
      action={
        <ButtonLink to={inLocale(pageConfig.locale, paths.inventory)} variant="secondary" icon="arrowLeft">
          {t('case.toInventory')}
        </ButtonLink>
      }
    />
  );
}
