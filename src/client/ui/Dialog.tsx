import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import styles from './Dialog.module.css';

interface DialogProps {
  open: boolean;
  /** Escape, a click beside it or a button of its own. */
  onClose: () => void;
  /** Where the focus goes when it closes; without it, back to where it was. */
  finalFocus?: RefObject<HTMLElement | null>;
  /** Holds a `DialogTitle`, which names it. */
  children: ReactNode;
}

/** A question or a result over the page: the focus moves to it and stays inside. */
export function Dialog({ open, onClose, finalFocus, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup className={`cut ${styles.popup}`} {...(finalFocus && { finalFocus })}>
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

export const DialogTitle = Base.Title;
export const DialogDescription = Base.Description;
