import { useTranslation } from 'react-i18next';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { useTitle } from '../platform/useTitle.ts';

/** An address without a page. */
export function NotFoundPage() {
  const { t } = useTranslation('operator');
  useTitle(t('notFound.title'));
  return (
    <EmptyState
      icon="warning"
      as="h1"
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={
        <ButtonLink to="/" variant="secondary" size="small">
          {t('notFound.home')}
        </ButtonLink>
      }
    />
  );
}
