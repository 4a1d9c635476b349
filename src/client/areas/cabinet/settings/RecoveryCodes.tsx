import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '#/client/platform/media/saveFile.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Checkbox } from '#/client/ui/inputs/Checkbox.tsx';
import { CopyButton } from '#/client/ui/inputs/CopyButton.tsx';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import styles from './Settings.module.css';

/** The recovery codes, which are shown once. They can be copied or saved as a file. */
export function RecoveryCodes({ codes, onSeen }: { codes: readonly string[]; onSeen: () => void }) {
  const { t } = useTranslation('cabinet');
  const [isKept, setIsKept] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = `${t('settings.recovery.file')}\n\n${codes.join('\n')}\n`;
  return (
    <Panel className={styles.panel} tone="lit">
      <header className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {t('settings.recovery.title')}
        </h2>
        <p>{t('settings.recovery.text')}</p>
      </header>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.actions}>
        <CopyButton text={text} label={t('profile.copy')} copiedLabel={t('profile.copied')} />
        <Button
          variant="secondary"
          size="small"
          onClick={() => saveFile('one-rp-recovery-codes.txt', 'text/plain', text)}
        >
          {t('settings.recovery.save')}
        </Button>
      </div>
      <Checkbox
        name="kept"
        label={t('settings.recovery.kept')}
        checked={isKept}
        onCheckedChange={setIsKept}
      />
      <Button size="large" disabled={!isKept} onClick={onSeen}>
        {t('settings.recovery.done')}
      </Button>
    </Panel>
  );
}
