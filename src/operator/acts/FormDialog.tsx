import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions, DialogBody, DialogTitle } from '#/client/ui/feedback/Dialog.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import styles from './FormDialog.module.css';

interface FormDialogProps {
  title: string;
  lead?: ReactNode;
  onSubmit: () => void;
  /** Label of the submit button. Absent in a first step, where the button says "next". */
  submitLabel?: string;
  /** Whether the submit button is disabled. */
  disabled?: boolean;
  busy?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog with a form: fields, a submit button and a close button. The first wrong field gets the focus after the form
 * was sent, because on a phone it may lie outside of the screen.
 */
export function FormDialog({
  title,
  lead,
  onSubmit,
  submitLabel,
  disabled = false,
  busy = false,
  onClose,
  children,
}: FormDialogProps) {
  const { t } = useTranslation('operator');
  const form = useRef<HTMLFormElement>(null);
  const isSent = useRef(false);
  // runs after every render, because the server finds wrong fields later
  useEffect(() => {
    const wrong = isSent.current && form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!wrong) return;
    isSent.current = false;
    wrong.focus();
  });
  return (
    <Dialog open onClose={onClose} closeLabel={t('act.close')}>
      <DialogBody>
        <form
          ref={form}
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            isSent.current = true;
            if (!hasUnfinishedTime(event.currentTarget)) onSubmit();
          }}
        >
          <DialogTitle>{title}</DialogTitle>
          {lead && <p>{lead}</p>}
          {children}
          <DialogActions>
            <Button type="submit" busy={busy} disabled={disabled}>
              {submitLabel ?? t('act.next')}
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

/** Whether a time in a form is half typed. Its field then says so and gets the focus. */
function hasUnfinishedTime({ elements }: HTMLFormElement): boolean {
  const unfinished = [...elements].find(
    (element) => element instanceof HTMLInputElement && element.validity.badInput,
  ) as HTMLInputElement | undefined;
  // tells the field, by the event `invalid`
  unfinished?.checkValidity();
  unfinished?.focus();
  return unfinished !== undefined;
}
