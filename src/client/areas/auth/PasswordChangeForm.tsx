import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { newPassword, passwordConfirmation } from '#/contract/auth.ts';
import { authCalls } from '#/contract/calls/auth.ts';
import { PASSWORD_MAX_LENGTH } from '#/contract/kernel/limits.ts';
import type { ErrorCode } from '#/contract/kernel/errors.ts';
import { call } from '#/client/platform/api/api.ts';
import type { FormFailure } from '#/client/platform/forms/formFailure.ts';
import { FormField } from '#/client/platform/forms/FormField.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { useSubmit } from '#/client/platform/forms/useSubmit.ts';
import styles from './AuthForm.module.css';

const passwordsDiffer: ErrorCode = 'passwordsDiffer';
const schema = z.object({ password: newPassword, password_confirmation: passwordConfirmation }).check(
  z.refine((form) => form.password === form.password_confirmation, {
    error: passwordsDiffer,
    path: ['password_confirmation'],
  }),
);
type Values = z.infer<typeof schema>;
/** Refusals that name no field are shown at both fields (A6). */
const REFUSED = [
  { name: 'password', message: 'errorPasswordRequired' },
  { name: 'password_confirmation', message: 'errorPasswordConfRequired' },
] as const satisfies FormFailure['fields'];

interface PasswordChangeFormProps {
  server: string;
  email: string;
  code: string;
  onChanged: () => void;
  onBack: () => void;
}

/** Sets the new password after the mailed code was accepted (A6). */
export function PasswordChangeForm({ server, email, code, onChanged, onBack }: PasswordChangeFormProps) {
  const { t } = useTranslation('auth');
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { password: '', password_confirmation: '' },
  });
  const { isPending, failure, submit } = useSubmit(form, { refused: REFUSED });

  const apply = form.handleSubmit((values) =>
    submit(async () => {
      await call(authCalls.resetPassword, {
        body: { server, email, verification_code: code, ...values },
      });
      onChanged();
    }),
  );
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void apply(event)}>
      <header className={styles.head}>
        <h2>{t('passwordChange.title')}</h2>
        <p>{t('passwordChange.text')}</p>
      </header>
      {/* tells password managers the account of the password */}
      <input className="unseen" tabIndex={-1} aria-hidden autoComplete="username" value={email} readOnly />
      <FormField
        control={form.control}
        name="password"
        partner="password_confirmation"
        type="password"
        label={t('passwordChange.password')}
        hint={t('fields.passwordHint')}
        autoComplete="new-password"
        maxLength={PASSWORD_MAX_LENGTH}
      />
      <FormField
        control={form.control}
        name="password_confirmation"
        type="password"
        label={t('fields.passwordConfirmation')}
        autoComplete="new-password"
        maxLength={PASSWORD_MAX_LENGTH}
      />
      <FormAlert sentences={failure} />
      <Button type="submit" size="large" wide busy={isPending}>
        {t('passwordChange.submit')}
      </Button>
      <Button variant="quiet" icon="arrowLeft" onClick={onBack}>
        {t('back')}
      </Button>
    </form>
  );
}
