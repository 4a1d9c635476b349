import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import { Icon } from '#/client/ui/display/Icon.tsx';
import styles from './Dialog.module.css';

interface DialogProps {
  open: boolean;
  /** Called on Escape, on a click beside the dialog, and by its own buttons. */
  onClose: () => void;
  /** Gets the focus after closing; by default the element that had it before. */
  finalFocus?: RefObject<HTMLElement | null>;
  /** Gets the focus when the dialog opens; by default the first element that can have it. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** wide: a grid of things. */
  width?: 'medium' | 'wide';
  /** Label of the close button in the corner; without it there is none. */
  closeLabel?: string | undefined;
  /** Contains a `DialogTitle`, which names the dialog. */
  children: ReactNode;
}

/** A dialog over the page, which keeps the focus inside. */
export function Dialog({
  open,
  onClose,
  finalFocus,
  initialFocus,
  width = 'medium',
  closeLabel,
  children,
}: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        {/* also above another dialog */}
        <Base.Backdrop className={styles.backdrop} forceRender />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            className={`cut ${styles.popup}`}
            data-width={width}
            {...(finalFocus && { finalFocus })}
            {...(initialFocus && { initialFocus })}
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

/** The content of an ordinary dialog, with padding. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}

/** The buttons of a dialog, the most likely one first. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

/** The button below a long content, which scrolls behind it. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>;
}

export const DialogTitle = Base.Title;
export const DialogDescription = Base.Description;
