import { useTranslation } from 'react-i18next';
import { caseImage } from '../images.ts';
import { pageConfig } from '../pageConfig.ts';
import { inLocale, paths } from '../paths.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** An address with a case that does not exist (RT11). */
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
