import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Location, useBlocker } from 'react-router-dom';
import { Button } from '#/client/ui/inputs/Button.tsx';
import {
  Dialog,
  DialogActions,
  DialogBody,
  DialogDescription,
  DialogTitle,
} from '#/client/ui/feedback/Dialog.tsx';

interface LeaveDialogProps {
  isSaved: () => boolean;
  /** Saves the input. @returns whether the server has all of it */
  saveAll: () => Promise<boolean>;
}

/** Saves the input before a link leaves the draft, and asks first if that fails (O30). */
export function LeaveDialog({ isSaved, saveAll }: LeaveDialogProps) {
  const { t } = useTranslation('operatorCatalogue');
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && !isSaved(),
  );
  /** The page to which the operator wanted to go when saving failed. */
  const [refused, setRefused] = useState<Location>();
  const wanted = blocker.location;
  const save = useEffectEvent(saveAll);
  const leave = useEffectEvent(() => blocker.proceed?.());
  useEffect(() => {
    if (!wanted) return undefined;
    let isOver = false;
    const tryToLeave = async () => {
      const isAllSaved = await save();
      if (isOver) return;
      if (isAllSaved) leave();
      else setRefused(wanted);
    };
    void tryToLeave();
    return () => {
      isOver = true;
    };
  }, [wanted]);
  return (
    <Dialog open={wanted !== undefined && wanted === refused} onClose={() => blocker.reset?.()}>
      <DialogBody>
        <DialogTitle>{t('leave.title')}</DialogTitle>
        <DialogDescription>{t('leave.text')}</DialogDescription>
        <DialogActions>
          <Button onClick={() => blocker.reset?.()}>{t('leave.stay')}</Button>
          <Button variant="secondary" onClick={() => blocker.proceed?.()}>
            {t('leave.go')}
          </Button>
        </DialogActions>
      </DialogBody>
    </Dialog>
  );
}
