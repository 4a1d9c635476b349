import { useTranslation } from 'react-i18next';
import { ErrorState } from '#/client/ui/feedback/ErrorState.tsx';

/** Shown when a page failed to render, or when its code belongs to an older release. */
export function PageFailed() {
  const { t } = useTranslation('operator');
  return (
    <ErrorState
      as="h1"
      title={t('pageFailed.title')}
      text={t('pageFailed.text')}
      retryLabel={t('pageFailed.reload')}
      onRetry={() => location.reload()}
    />
  );
}
