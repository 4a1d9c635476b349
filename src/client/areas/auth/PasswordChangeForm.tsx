import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { newPassword, passwordConfirmation } from '#/contract/auth.ts';
import { authCalls } from '#/contract/calls/auth.ts';
import { PASSWORD_MAX_LENGTH } from '#/contract/limits.ts';
import type { ErrorCode } from '#/contract/errors.ts';
import { ApiError, call } from '../api.ts';
import { FormField } from '../FormField.tsx';
import { Button } from '../ui/Button.tsx';
import { FormAlert } from '../ui/FormAlert.tsx';
import { useSubmit } from '../useSubmit.ts';
import styles from './AuthForm.module.css';

const passwordsDiffer: ErrorCode = 'passwordsDiffer';
const schema = z.object({ password: newPassword, password_confirmation: passwordConfirmation }).check(
  z.refine((form) => form.password === form.password_confirmation, {
    error: passwordsDiffer,
    path: ['password_confirmation'],
  }),
);
type Values = z.infer<typeof schema>;

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
  const { isPending, failure, submit } = useSubmit(form);

  const apply = form.handleSubmit((values) =>
    submit(async () => {
      try {
        await call(authCalls.resetPassword, {
          body: { server, email, verification_code: code, ...values },
        });
        onChanged();
      } catch (error) {
        const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
        if (isRefused && Object.keys(error.errors).length === 0) {
          form.setError('password', { type: 'server', message: 'errorPasswordRequired' });
          form.setError('password_confirmation', { type: 'server', message: 'errorPasswordConfRequired' });
        }
        throw error;
      }
    }),
  );
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void apply(event)}>
      <header className={styles.head}>
        <h2>{t('passwordChange.title')}</h2>
        <p>{t('passwordChange.text')}</p>
      </header>
      {/* tells a password manager whose password it is */}
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
