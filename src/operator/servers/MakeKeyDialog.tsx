import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { makeKeyReply, ServerReply } from '#/contract/operator/servers.ts';
import { Checkbox } from '#/client/ui/inputs/Checkbox.tsx';
import { CopyButton } from '#/client/ui/inputs/CopyButton.tsx';
import { Field } from '#/client/ui/inputs/Field.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { FormDialog } from '../acts/FormDialog.tsx';
import { OnceDialog } from '../acts/OnceDialog.tsx';
import styles from './Servers.module.css';
import { useServerWords } from './useServerWords.tsx';

type Made = z.output<typeof makeKeyReply>;

interface MakeKeyDialogProps {
  server: ServerReply;
  onClose: () => void;
}

/**
 * Makes a key: asks for its permissions, then shows the consequences and asks for the reason, then shows its secret
 * once.
 */
export function MakeKeyDialog({ server, onClose }: MakeKeyDialogProps) {
  const { t } = useTranslation(['operatorGame', 'operator']);
  const { nameOf } = useServerWords();
  const [label, setLabel] = useState('');
  const [may, setMay] = useState({ mayLink: false, mayPurchase: false });
  const [isChosen, setIsChosen] = useState(false);
  const [made, setMade] = useState<Made>();
  const title = t('servers.makeKeyTitle', { server: nameOf(server) });

  if (made) return <MadeKey made={made} onClose={onClose} />;
  if (isChosen)
    return (
      <ActDialog
        plan={{
          endpoint: operatorCalls.makeGameKey,
          input: { params: { id: server.key }, body: { label: label.trim(), ...may } },
        }}
        title={title}
        label={t('servers.makeKey')}
        done={t('servers.keyMade')}
        onClose={() => setIsChosen(false)}
        onDone={(reply) => setMade(reply as Made)}
      />
    );
  return (
    <FormDialog title={title} onSubmit={() => setIsChosen(true)} onClose={onClose}>
      <Field
        name="label"
        label={t('servers.keyLabel')}
        hint={t('servers.keyLabelHint')}
        maxLength={60}
        autoComplete="off"
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <p className={styles.note}>{t('servers.alwaysMay')}</p>
      {(['mayLink', 'mayPurchase'] as const).map((name) => (
        <Checkbox
          key={name}
          name={name}
          label={t(`servers.${name}`)}
          checked={may[name]}
          onCheckedChange={(checked) => setMay({ ...may, [name]: checked })}
        />
      ))}
    </FormDialog>
  );
}

/** A new key with its secret. The dialog closes only after the operator confirms that they have it. */
function MadeKey({ made: { id, secret }, onClose }: { made: Made; onClose: () => void }) {
  const { t } = useTranslation('operatorGame');
  return (
    <OnceDialog
      title={t('servers.keyMade')}
      keptLabel={t('servers.secretKept')}
      isLost={secret === undefined}
      onClose={onClose}
    >
      <p>{t(secret === undefined ? 'servers.secretLost' : 'servers.secretText')}</p>
      <Shown label={t('servers.keyId')} value={id} />
      {secret !== undefined && <Shown label={t('servers.secret')} value={secret} />}
    </OnceDialog>
  );
}

/** A value with a copy button. */
function Shown({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation(['operatorGame', 'operator']);
  return (
    <div className={styles.shown}>
      <span className="label">{label}</span>
      <code className={styles.code}>{value}</code>
      <CopyButton text={value} label={t('operator:copy')} copiedLabel={t('operator:copied')} />
    </div>
  );
}
