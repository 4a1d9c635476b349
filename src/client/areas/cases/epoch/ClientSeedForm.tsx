import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CLIENT_SEED_PATTERN, type FairCurrent } from '#/contract/fairness.ts';
import { ApiError } from '#/client/platform/api/api.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Field } from '#/client/ui/inputs/Field.tsx';
import { fairCurrentQuery, randomClientSeed, setClientSeed } from './clientSeed.ts';
import styles from './ClientSeedForm.module.css';

/** Form for the player's own seed, typed or random. It is used from the next opening on. */
export function ClientSeedForm({ current }: { current: FairCurrent }) {
  const { t } = useTranslation('cases');
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const saved = current.clientSeed ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const seed = typed ?? saved;
  const isWrong = typed !== null && !CLIENT_SEED_PATTERN.test(typed);
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: (clientSeed: string) => setClientSeed(client, current.epoch.commitment, clientSeed),
    onSuccess: () => setTyped(null),
    onError: (fault) => {
      // the reason is told at the field
      field.current?.focus();
      if (fault instanceof ApiError && fault.code === 'epochEnded')
        void client.invalidateQueries({ queryKey: fairCurrentQuery.queryKey });
    },
  });
  const type = (value: string) => {
    reset();
    setTyped(value);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isWrong && seed !== saved && !isPending) mutate(seed);
  };
  const isMoved = error instanceof ApiError && error.code === 'epochEnded';
  const failure =
    error && (isMoved ? t('fair.epochMoved') : t('fair.notSaved', { reason: errorTextOf(error) }));
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        name="clientSeed"
        label={t('fair.clientSeed')}
        hint={t('fair.clientSeedHint')}
        error={isWrong ? t('fair.clientSeedInvalid') : (failure ?? undefined)}
        value={seed}
        maxLength={64}
        autoComplete="off"
        onChange={({ currentTarget }) => type(currentTarget.value.trim())}
        ref={field}
      />
      {current.clientSeedOrigin === 'server' && typed === null && (
        <p className={styles.byServer}>{t('fair.byServer')}</p>
      )}
      <div className={styles.actions}>
        <Button
          type="submit"
          variant="secondary"
          size="small"
          busy={isPending}
          disabled={isWrong || seed === saved}
        >
          {t('fair.save')}
        </Button>
        <Button variant="quiet" size="small" icon="reload" onClick={() => type(randomClientSeed())}>
          {t('fair.random')}
        </Button>
      </div>
      <output className={styles.saved}>{isSuccess && typed === null && t('fair.saved')}</output>
    </form>
  );
}
