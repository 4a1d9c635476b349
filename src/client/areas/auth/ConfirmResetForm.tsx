import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { authCalls } from '#/contract/calls/auth.ts';
import { ApiError, call } from '../api.ts';
import { withCaptcha } from '../captcha.ts';
import { FormField } from '../FormField.tsx';
import { asPromoCode } from '../typing.ts';
import { Button } from '../ui/Button.tsx';
import { FormAlert } from '../ui/FormAlert.tsx';
import { notify } from '../ui/notify.ts';
import { useSubmit } from '../useSubmit.ts';
import styles from './AuthForm.module.css';

interface ConfirmResetFormProps {
  server: string;
  email: string;
  /** Seconds until the code may be sent again. */
  resendSeconds: number;
  onAccepted: (code: string) => void;
  onBack: () => void;
}

/** Takes the mailed code (A6). */
export function ConfirmResetForm({
  server,
  email,
  resendSeconds,
  onAccepted,
  onBack,
}: ConfirmResetFormProps) {
  const { t } = useTranslation(['auth', 'common']);
  const form = useForm<{ verification_code: string }>({ defaultValues: { verification_code: '' } });
  const check = useSubmit(form);
  const resend = useSubmit(form);
  const [waitSeconds, setWaitSeconds] = useSecondsLeft(resendSeconds);
  const code = useWatch({ control: form.control, name: 'verification_code' });

  const confirm = form.handleSubmit(({ verification_code }) =>
    check.submit(async () => {
      try {
        await call(authCalls.resetPassword, { body: { server, email, verification_code } });
        onAccepted(verification_code);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status === 0) throw error;
        form.setError(
          'verification_code',
          { type: 'server', message: 'invalidConfirmationCode' },
          { shouldFocus: true },
        );
        if (error.status === 429 || error.status >= 500) throw error;
      }
    }),
  );
  const sendAgain = () =>
    resend.submit(async () => {
      const reply = await withCaptcha('resetPassword', (captcha) =>
        call(authCalls.resetPassword, { body: { server, email, verification_code: null, captcha } }),
      );
      form.reset();
      setWaitSeconds(reply.resendSeconds);
      notify({ type: 'success', title: t('common:toast.success'), description: t('confirmReset.resent') });
    });

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void confirm(event)}>
      <header className={styles.head}>
        <h2>{t('confirmReset.title')}</h2>
        <p>{t('confirmReset.text', { email })}</p>
      </header>
      <FormField
        control={form.control}
        name="verification_code"
        label={t('confirmReset.code')}
        hint={t('confirmReset.hint')}
        autoComplete="one-time-code"
        maxLength={32}
        filter={asPromoCode}
      />
      <FormAlert sentences={[...check.failure, ...resend.failure]} />
      <Button type="submit" size="large" wide disabled={!code} busy={check.isPending}>
        {t('confirmReset.submit')}
      </Button>
      <div className={styles.row}>
        <Button variant="quiet" icon="arrowLeft" onClick={onBack}>
          {t('back')}
        </Button>
        <Button
          variant="quiet"
          disabled={waitSeconds > 0}
          busy={resend.isPending}
          onClick={() => void sendAgain()}
        >
          {waitSeconds > 0 ? t('confirmReset.resendIn', { count: waitSeconds }) : t('confirmReset.resend')}
        </Button>
      </div>
    </form>
  );
}

/** Counts down to 0, a second at a time. */
function useSecondsLeft(initial: number): [number, (seconds: number) => void] {
  const [left, setLeft] = useState(initial);
  const isRunning = left > 0;
  useEffect(() => {
    const timer = isRunning
      ? setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000)
      : undefined;
    return () => clearInterval(timer);
  }, [isRunning]);
  return [left, setLeft];
}
