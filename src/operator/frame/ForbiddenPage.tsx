import { useTranslation } from 'react-i18next';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { useTitle } from '../platform/useTitle.ts';

/** A page that the operator's role may not see. */
export function ForbiddenPage() {
  const { t } = useTranslation('operator');
  useTitle(t('forbidden.title'));
  return <EmptyState icon="warning" as="h1" title={t('forbidden.title')} text={t('forbidden.text')} />;
}
