import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions, DialogBody, DialogTitle } from '#/client/ui/feedback/Dialog.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import styles from './ChoiceDialog.module.css';

interface ChoiceDialogProps {
  title: string;
  lead?: ReactNode;
  /** Checks what was chosen. `ActDialog` follows: what it means, and why. */
  onNext: () => void;
  /** Instead of "next", where no step follows. */
  nextLabel?: string;
  busy?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The first step of an act: its fields. */
export function ChoiceDialog({
  title,
  lead,
  onNext,
  nextLabel,
  busy = false,
  onClose,
  children,
}: ChoiceDialogProps) {
  const { t } = useTranslation('operator');
  return (
    <Dialog open onClose={onClose} closeLabel={t('act.close')}>
      <DialogBody>
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            onNext();
          }}
        >
          <DialogTitle>{title}</DialogTitle>
          {lead && <p>{lead}</p>}
          {children}
          <DialogActions>
            <Button type="submit" busy={busy}>
              {nextLabel ?? t('act.next')}
            </Button>
            <Button variant="secondary" onClick={onClose}>
              {t('act.cancel')}
            </Button>
          </DialogActions>
        </form>
      </DialogBody>
    </Dialog>
  );
}
