import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { email, serverKey } from '#/contract/auth.ts';
import { authCalls } from '#/contract/calls/auth.ts';
import type { GameServer } from '#/contract/landing.ts';
import { EMAIL_MAX_LENGTH } from '#/contract/limits.ts';
import { ApiError, call } from '../api.ts';
import { captchaAhead, withCaptcha } from '../captcha.ts';
import { FormField } from '../FormField.tsx';
import { ServerSelect } from '../ServerSelect.tsx';
import { asEmail } from '../typing.ts';
import { Button } from '../ui/Button.tsx';
import { FormAlert } from '../ui/FormAlert.tsx';
import { useSubmit } from '../useSubmit.ts';
import styles from './AuthForm.module.css';

const schema = z.object({ server: serverKey, email });
type Values = z.infer<typeof schema>;

const toForm = captchaAhead('resetPassword');

interface ForgotPassFormProps extends Values {
  servers: readonly GameServer[];
  onSent: (sent: Values & { resendSeconds: number }) => void;
  onBack: () => void;
}

/** Asks where to send the reset code (A6). */
export function ForgotPassForm({ servers, server, email: address, onSent, onBack }: ForgotPassFormProps) {
  const { t } = useTranslation('auth');
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { server, email: address },
  });
  const { isPending, failure, submit } = useSubmit(form);
  const values = useWatch({ control: form.control });

  const send = form.handleSubmit((body) =>
    submit(async () => {
      try {
        const { resendSeconds } = await withCaptcha('resetPassword', (captcha) =>
          call(authCalls.resetPassword, { body: { ...body, captcha } }),
        );
        onSent({ ...body, resendSeconds });
      } catch (error) {
        if (error instanceof ApiError && error.status >= 400 && error.code !== 'errorCaptcha')
          form.setError(
            'email',
            { type: 'server', message: 'errorEmailNotification' },
            { shouldFocus: true },
          );
        if (!(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500)
          throw error;
      }
    }),
  );
  return (
    <form className={styles.form} noValidate ref={toForm} onSubmit={(event) => void send(event)}>
      <header className={styles.head}>
        <h2>{t('forgotPass.title')}</h2>
        <p>{t('forgotPass.text')}</p>
      </header>
      <ServerSelect control={form.control} name="server" servers={servers} />
      <FormField
        control={form.control}
        name="email"
        label={t('fields.email')}
        autoComplete="email"
        inputMode="email"
        maxLength={EMAIL_MAX_LENGTH}
        filter={asEmail}
      />
      <FormAlert sentences={failure} />
      <Button type="submit" size="large" wide disabled={!values.server || !values.email} busy={isPending}>
        {t('forgotPass.submit')}
      </Button>
      <Button variant="quiet" icon="arrowLeft" onClick={onBack}>
        {t('back')}
      </Button>
    </form>
  );
}
