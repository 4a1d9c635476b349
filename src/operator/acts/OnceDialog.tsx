import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions, DialogBody, DialogTitle } from '#/client/ui/feedback/Dialog.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Checkbox } from '#/client/ui/inputs/Checkbox.tsx';
import styles from './OnceDialog.module.css';

interface OnceDialogProps {
  title: string;
  /** Label of the checkbox with which the operator confirms that they have the contents. */
  keptLabel: string;
  /** Whether the answer with the contents was lost, so that there is nothing to confirm. */
  isLost: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Shows contents that the server sends only once. The dialog closes only after the operator confirms that they have them. */
export function OnceDialog({ title, keptLabel, isLost, onClose, children }: OnceDialogProps) {
  const { t } = useTranslation('operator');
  const [isKept, setIsKept] = useState(false);
  const mayClose = isKept || isLost;
  const close = () => {
    if (mayClose) onClose();
  };
  return (
    <Dialog open onClose={close} closeLabel={t('act.close')}>
      <DialogBody>
        <div className={styles.contents}>
          <DialogTitle>{title}</DialogTitle>
          {children}
          {!isLost && <Checkbox name="kept" label={keptLabel} checked={isKept} onCheckedChange={setIsKept} />}
          <DialogActions>
            <Button disabled={!mayClose} onClick={close}>
              {t('act.close')}
            </Button>
          </DialogActions>
        </div>
      </DialogBody>
    </Dialog>
  );
}
