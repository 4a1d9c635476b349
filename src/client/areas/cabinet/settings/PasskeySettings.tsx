import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passkeyCalls } from '#/contract/calls/passkeys.ts';
import { PASSKEYS_MAX } from '#/contract/kernel/limits.ts';
import type { NewPasskeyOptions, Passkey, PasskeysReply } from '#/contract/passkeys.ts';
import {
  knowsPasskeys,
  makePasskey,
  PasskeyCancelled,
  PasskeyPresent,
} from '#/client/domain/forms/passkey.ts';
import { passkeysQuery } from '#/client/domain/queries/cabinetQueries.ts';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { ErrorState } from '#/client/ui/feedback/ErrorState.tsx';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { notify } from '#/client/ui/feedback/notify.ts';
import { useFocusAfter } from '#/client/ui/feedback/useFocusAfter.ts';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import { FreshForm } from '../game/FreshForm.tsx';
import { PasskeyRow } from './PasskeyRow.tsx';
import { loadErrorText } from '#/client/platform/i18n/errorText.ts';
import styles from './Settings.module.css';

/** The player's passkeys (A12): the list, and a form that adds one. */
export function PasskeySettings() {
  const { t } = useTranslation('cabinet');
  const { data, error, isPending, isFetching, refetch } = useQuery(passkeysQuery);
  if (isPending)
    return (
      <Loading label={t('settings.passkeys.loading')}>
        <Skeleton height="320px" />
      </Loading>
    );
  if (!data)
    return (
      <ErrorState
        title={t('settings.passkeys.failed')}
        text={loadErrorText(error, t('profile.failedText'))}
        retryLabel={t('profile.retry')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return <PasskeyList passkeys={data.passkeys} />;
}

function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { t } = useTranslation('cabinet');
  const [heading, expectChange] = useFocusAfter<HTMLHeadingElement>(passkeys);
  return (
    <Panel className={styles.panel}>
      <header className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {t('settings.passkeys.title')}
        </h2>
        <p>{t('settings.passkeys.text')}</p>
      </header>
      {passkeys.length > 0 && (
        <ul className={styles.sessions}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={expectChange} />
          ))}
        </ul>
      )}
      <AddPasskey count={passkeys.length} />
    </Panel>
  );
}

function AddPasskey({ count }: { count: number }) {
  const { t } = useTranslation(['cabinet', 'common']);
  const client = useQueryClient();
  const [trouble, setTrouble] = useState<string[]>([]);
  /** The challenge of an attempt that was cancelled. It is kept, because a code of the second factor works once. */
  const asked = useRef<NewPasskeyOptions>(undefined);
  if (!knowsPasskeys()) return <p className={styles.pending}>{t('settings.passkeys.unknown')}</p>;
  if (count >= PASSKEYS_MAX) return <p className={styles.pending}>{t('settings.passkeys.full')}</p>;

  async function add(options: NewPasskeyOptions) {
    try {
      const body = await makePasskey(options);
      asked.current = undefined;
      const reply: PasskeysReply = await call(passkeyCalls.addPasskey, { body });
      client.setQueryData(passkeysQuery.queryKey, reply);
      notify({
        type: 'success',
        title: t('common:toast.success'),
        description: t('settings.passkeys.added'),
      });
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (error instanceof PasskeyCancelled) setTrouble([t('settings.passkeys.cancelled')]);
      else if (error instanceof PasskeyPresent) setTrouble([t('settings.passkeys.present')]);
      else setTrouble([t('settings.passkeys.refused')]);
    }
  }
  return (
    <FreshForm
      onSend={async (body) => {
        setTrouble([]);
        asked.current ??= await call(passkeyCalls.passkeyOptions, { body });
        await add(asked.current);
      }}
    >
      {({ isPending }) => (
        <>
          <FormAlert sentences={trouble} />
          <div className={styles.actions}>
            <Button type="submit" icon="plus" busy={isPending}>
              {t('settings.passkeys.add')}
            </Button>
          </div>
        </>
      )}
    </FreshForm>
  );
}
