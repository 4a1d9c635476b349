import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '#/client/platform/media/saveFile.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Checkbox } from '#/client/ui/inputs/Checkbox.tsx';
import { CopyButton } from '#/client/ui/inputs/CopyButton.tsx';
import styles from './Entrance.module.css';

/** The recovery codes of a new operator, which are shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation('operator');
  const [isKept, setIsKept] = useState(false);
  const text = `${t('recovery.file')}\n\n${codes.join('\n')}\n`;
  return (
    <div className={styles.form}>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.actions}>
        <CopyButton text={text} label={t('copy')} copiedLabel={t('copied')} />
        <Button
          variant="secondary"
          size="small"
          onClick={() => saveFile('one-rp-operator-recovery-codes.txt', 'text/plain', text)}
        >
          {t('recovery.save')}
        </Button>
      </div>
      <Checkbox name="kept" label={t('recovery.kept')} checked={isKept} onCheckedChange={setIsKept} />
      <Button size="large" wide disabled={!isKept} onClick={() => location.assign('/operator')}>
        {t('recovery.done')}
      </Button>
    </div>
  );
}
