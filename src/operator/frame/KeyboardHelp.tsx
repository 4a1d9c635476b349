import { useTranslation } from 'react-i18next';
import { Dialog, DialogBody, DialogTitle } from '#/client/ui/feedback/Dialog.tsx';
import styles from './KeyboardHelp.module.css';

const KEYS = [
  ['/', 'search'],
  ['j', 'next'],
  ['k', 'previous'],
  ['Enter', 'open'],
  ['?', 'help'],
] as const;

/** Lists the keyboard shortcuts. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('operator');
  return (
    <Dialog open onClose={onClose} closeLabel={t('act.close')}>
      <DialogBody>
        <DialogTitle>{t('keyboard.title')}</DialogTitle>
        <dl className={styles.keys}>
          {KEYS.map(([key, name]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{t(`keyboard.${name}`)}</dd>
            </div>
          ))}
        </dl>
      </DialogBody>
    </Dialog>
  );
}
