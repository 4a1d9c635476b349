import { Toast } from '@base-ui/react/toast';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { showNoticesIn } from './notify.ts';
import styles from './Toasts.module.css';

const manager = Toast.createToastManager();

/** Shows the notices of `notify` in a corner above everything (S13). */
export function Toasts({ label, closeLabel }: { label: string; closeLabel: string }) {
  useEffect(() => showNoticesIn(manager), []);
  return (
    <Toast.Provider toastManager={manager} limit={6}>
      <Toast.Portal>
        <Corner label={label} closeLabel={closeLabel} />
      </Toast.Portal>
    </Toast.Provider>
  );
}

/**
 * Shows the notices at the bottom, or at the top if the element that was pressed last lies at the bottom. The first
 * notice decides, and the others join it.
 */
function Corner({ label, closeLabel }: { label: string; closeLabel: string }) {
  const { toasts } = Toast.useToastManager();
  const hasToasts = toasts.length > 0;
  const pressed = useRef<Element>(null);
  const [isAtTop, setIsAtTop] = useState(false);
  useEffect(() => {
    const notePress = ({ target }: Event) => {
      pressed.current = target instanceof Element ? target : null;
    };
    for (const type of PRESSES) document.addEventListener(type, notePress, { capture: true, passive: true });
    return () => {
      for (const type of PRESSES) document.removeEventListener(type, notePress, { capture: true });
    };
  }, []);
  useLayoutEffect(() => {
    const bottom = pressed.current?.isConnected ? pressed.current.getBoundingClientRect().bottom : 0;
    if (hasToasts) setIsAtTop(bottom > innerHeight / 2);
  }, [hasToasts]);
  return (
    <Toast.Viewport className={styles.viewport} data-at-top={isAtTop || undefined} aria-label={label}>
      <ToastList closeLabel={closeLabel} />
    </Toast.Viewport>
  );
}

const PRESSES = ['pointerdown', 'keydown'] as const;

function ToastList({ closeLabel }: { closeLabel: string }) {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={`cut ${styles.toast}`} swipeDirection="right">
      <Toast.Content className={styles.content}>
        <Icon name={toast.type === 'error' ? 'warning' : 'checkCircle'} className={styles.sign} />
        <div>
          <Toast.Title className={styles.title} render={<p />} />
          <Toast.Description className={styles.description} />
          <Toast.Action className={styles.action} />
        </div>
        {/* all notices are shown at once, so none of their buttons is hidden from a screen reader */}
        <Toast.Close className={styles.close} aria-label={closeLabel} aria-hidden={false}>
          <Icon name="close" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
