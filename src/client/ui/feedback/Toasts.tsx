import { Toast } from '@base-ui/react/toast';
import { useEffect } from 'react';
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
        <Toast.Viewport className={styles.viewport} aria-label={label}>
          <ToastList closeLabel={closeLabel} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

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
