import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { FreshProof } from '#/contract/gameLink.ts';
import { FormField } from '#/client/platform/forms/FormField.tsx';
import { useSubmit } from '#/client/platform/forms/useSubmit.ts';
import { ApiError } from '#/client/platform/api/api.ts';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import styles from './GameLink.module.css';

interface FreshFormProps {
  onSend: (proof: FreshProof) => Promise<void>;
  /** Renders the fields above those for the proof, and the buttons. */
  children: (state: { isPending: boolean }) => ReactNode;
}

const PASSWORD_ERRORS = new Set(['passwordNeeded', 'errorOldPasswordInvalid']);
const NOTHING = { password: '', verification_code: '' };

/** A form that asks for password and code only if the server requires them, because the sign-in is old. */
export function FreshForm({ onSend, children }: FreshFormProps) {
  const { t } = useTranslation('game');
  const form = useForm<typeof NOTHING>({ defaultValues: NOTHING });
  const { isPending, failure, submit } = useSubmit(form);
  const [asks, setAsks] = useState({ password: false, code: false });
  const { setFocus } = form;
  useEffect(() => {
    if (asks.password) setFocus('password');
  }, [asks.password, setFocus]);
  useEffect(() => {
    if (asks.code) setFocus('verification_code');
  }, [asks.code, setFocus]);

  const send = form.handleSubmit(({ password, verification_code: code }) =>
    submit(async () => {
      try {
        await onSend({ ...(password && { password }), ...(code && { verification_code: code }) });
        form.reset();
        setAsks({ password: false, code: false });
      } catch (error) {
        const refused = error instanceof ApiError ? error.code : '';
        setAsks((known) => ({
          password: known.password || PASSWORD_ERRORS.has(refused),
          code: known.code || refused === 'errorTwoFaActivated' || refused === 'invalidCode',
        }));
        throw error;
      }
    }),
  );
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void send(event)}>
      {asks.password && (
        <FormField
          control={form.control}
          name="password"
          type="password"
          label={t('link.password')}
          autoComplete="current-password"
        />
      )}
      {asks.code && (
        <FormField
          control={form.control}
          name="verification_code"
          label={t('link.secondFactor')}
          autoComplete="one-time-code"
          isClearable
          maxLength={32}
        />
      )}
      <FormAlert sentences={failure} />
      {children({ isPending })}
    </form>
  );
}
