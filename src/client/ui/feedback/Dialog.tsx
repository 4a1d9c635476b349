import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import { Icon } from '#/client/ui/display/Icon.tsx';
import styles from './Dialog.module.css';

interface DialogProps {
  open: boolean;
  /** Escape, a click beside it or a button of its own. */
  onClose: () => void;
  /** Where the focus goes when it closes; without it, back to where it was. */
  finalFocus?: RefObject<HTMLElement | null>;
  /** wide: a grid of things. */
  width?: 'medium' | 'wide';
  /** Names a cross in the corner; left out where the buttons below say enough. */
  closeLabel?: string | undefined;
  /** Holds a `DialogTitle`, which names it. */
  children: ReactNode;
}

/** A question or a result over the page: the focus moves to it and stays inside. */
export function Dialog({ open, onClose, finalFocus, width = 'medium', closeLabel, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            className={`cut ${styles.popup}`}
            data-width={width}
            {...(finalFocus && { finalFocus })}
          >
            {children}
            {closeLabel && (
              <Base.Close className={styles.close} aria-label={closeLabel}>
                <Icon name="close" />
              </Base.Close>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** What an ordinary dialog says, with room around it. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}

/** Its answers, the most likely one first. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

/** Its answer below something long, which scrolls behind it. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>;
}

export const DialogTitle = Base.Title;
export const DialogDescription = Base.Description;
