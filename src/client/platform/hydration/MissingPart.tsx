import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isServerThere } from '#/client/platform/api/isServerThere.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { ErrorState } from '#/client/ui/feedback/ErrorState.tsx';
import { notify } from '#/client/ui/feedback/notify.ts';

interface MissingPlaceProps {
  /** Tries to load the part. @returns whether it is there */
  loadAgain: () => Promise<boolean>;
}

/** Stands in the place of a part whose code did not load, and offers to load it again (E3). */
export function MissingPlace({ loadAgain }: MissingPlaceProps) {
  const { t } = useTranslation();
  const [isLoading, setIsLoading] = useState(false);
  const onRetry = async () => {
    setIsLoading(true);
    // some browsers fetch a failed file again only after a reload, and after a new release the file has another name
    if (!(await loadAgain()) && (await isServerThere())) location.reload();
    setIsLoading(false);
  };
  return (
    <ErrorState
      title={t('missingPart.title')}
      text={t('errorScreen.loadText')}
      retryLabel={t('errorScreen.tryAgain')}
      busy={isLoading}
      onRetry={() => void onRetry()}
    />
  );
}

interface MissingDialogProps extends MissingPlaceProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Loads a dialog again when it is to open. If that fails, it is closed, and a notice says so (E3). */
export function MissingDialog({ isOpen, loadAgain, onClose }: MissingDialogProps) {
  const { t } = useTranslation();
  const tryAgain = useEffectEvent(async () => {
    if (await loadAgain()) return;
    onClose();
    notify({
      type: 'error',
      title: t('missingPart.dialogTitle'),
      description: t('navigation.failedText'),
      action: { label: t('errorScreen.reload'), onClick: () => location.reload() },
      holdMs: tuning.dom.failedNavigationMs,
    });
  });
  useEffect(() => {
    if (isOpen) void tryAgain();
  }, [isOpen]);
  return null;
}
