import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passkeyCalls } from '#/contract/calls/passkeys.ts';
import { PASSKEY_NAME_MAX_LENGTH } from '#/contract/kernel/limits.ts';
import type { Passkey } from '#/contract/passkeys.ts';
import { passkeysQuery, sessionsQuery } from '#/client/domain/queries/cabinetQueries.ts';
import { call } from '#/client/platform/api/api.ts';
import { formatDate, formatDateTime } from '#/client/platform/i18n/formatDate.ts';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { Dialog, DialogBody, DialogDescription, DialogTitle } from '#/client/ui/feedback/Dialog.tsx';
import { notify } from '#/client/ui/feedback/notify.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Field } from '#/client/ui/inputs/Field.tsx';
import { FreshForm } from '../game/FreshForm.tsx';
import styles from './Settings.module.css';

type Act = 'rename' | 'remove';

/** One passkey in the list, with its two acts, each in a dialog (A12). */
export function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { t } = useTranslation('cabinet');
  const [act, setAct] = useState<Act>();
  const { name, isSynced, createdAt, lastUsedAt } = passkey;
  const close = () => setAct(undefined);
  return (
    <li className={styles.session}>
      <Icon name="keys" />
      <div>
        <b>{name}</b>
        <p>
          {t('settings.passkeys.made', { date: formatDate(createdAt) })}
          {isSynced && ` · ${t('settings.passkeys.synced')}`}
        </p>
        <p>
          {lastUsedAt
            ? t('settings.passkeys.used', { at: formatDateTime(lastUsedAt) })
            : t('settings.passkeys.unused')}
        </p>
      </div>
      <div className={styles.actions}>
        <Button
          variant="secondary"
          size="small"
          aria-label={t('settings.passkeys.renameOf', { name })}
          onClick={() => setAct('rename')}
        >
          {t('settings.passkeys.rename')}
        </Button>
        <Button
          variant="danger"
          size="small"
          aria-label={t('settings.passkeys.removeOf', { name })}
          onClick={() => setAct('remove')}
        >
          {t('settings.passkeys.remove')}
        </Button>
      </div>
      <Dialog open={act !== undefined} onClose={close}>
        <DialogBody>
          {act === 'rename' && <RenameForm passkey={passkey} onDone={close} />}
          {act === 'remove' && <RemoveForm passkey={passkey} onRemove={onRemove} onDone={close} />}
        </DialogBody>
      </Dialog>
    </li>
  );
}

interface ActProps {
  passkey: Passkey;
  onDone: () => void;
}

function RenameForm({ passkey, onDone }: ActProps) {
  const { t } = useTranslation('cabinet');
  const client = useQueryClient();
  const [name, setName] = useState(passkey.name);
  return (
    <div className={styles.dialog}>
      <DialogTitle>{t('settings.passkeys.renameTitle')}</DialogTitle>
      <FreshForm
        onSend={async (proof) => {
          const body = { name: name.trim(), ...proof };
          const params = { id: String(passkey.id) };
          client.setQueryData(
            passkeysQuery.queryKey,
            await call(passkeyCalls.renamePasskey, { params, body }),
          );
          onDone();
        }}
      >
        {({ isPending }) => (
          <>
            <Field
              name="name"
              label={t('settings.passkeys.name')}
              maxLength={PASSKEY_NAME_MAX_LENGTH}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <div className={styles.actions}>
              <Button type="submit" busy={isPending} disabled={!name.trim()}>
                {t('settings.passkeys.save')}
              </Button>
              <Button variant="secondary" onClick={onDone}>
                {t('settings.passkeys.cancel')}
              </Button>
            </div>
          </>
        )}
      </FreshForm>
    </div>
  );
}

function RemoveForm({ passkey, onRemove, onDone }: ActProps & { onRemove: () => void }) {
  const { t } = useTranslation(['cabinet', 'common']);
  const client = useQueryClient();
  return (
    <div className={styles.dialog}>
      <DialogTitle>{t('settings.passkeys.removeTitle', { name: passkey.name })}</DialogTitle>
      <DialogDescription>{t('settings.passkeys.removeText')}</DialogDescription>
      <FreshForm
        onSend={async (body) => {
          const params = { id: String(passkey.id) };
          const reply = await call(passkeyCalls.removePasskey, { params, body });
          onRemove();
          onDone();
          client.setQueryData(passkeysQuery.queryKey, reply);
          void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
          notify({
            type: 'success',
            title: t('common:toast.success'),
            description: t('settings.passkeys.removed'),
          });
        }}
      >
        {({ isPending }) => (
          <div className={styles.actions}>
            <Button type="submit" variant="danger" busy={isPending}>
              {t('settings.passkeys.remove')}
            </Button>
            <Button variant="secondary" onClick={onDone}>
              {t('settings.passkeys.cancel')}
            </Button>
          </div>
        )}
      </FreshForm>
    </div>
  );
}
