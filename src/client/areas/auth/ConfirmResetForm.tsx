import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { authCalls } from '#/contract/calls/auth.ts';
import { call } from '#/client/platform/api/api.ts';
import { withCaptcha } from '#/client/domain/forms/captcha.ts';
import type { FormFailure } from '#/client/platform/forms/formFailure.ts';
import { FormField } from '#/client/platform/forms/FormField.tsx';
import { asPromoCode } from '#/client/platform/forms/typing.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { notify } from '#/client/ui/feedback/notify.ts';
import { useSubmit } from '#/client/platform/forms/useSubmit.ts';
import { formatWait } from '#/client/platform/i18n/formatDate.ts';
import styles from './AuthForm.module.css';

/** State of the request for a code. */
export interface SentCode {
  /** Seconds until the code may be requested again. */
  resendSeconds: number;
  /** No mail was sent, because an earlier code is still valid. */
  wasSentBefore: boolean;
}

/** Refusals are shown at the code (A6). */
const WRONG_CODE = [
  { name: 'verification_code', message: 'invalidConfirmationCode' },
] as const satisfies FormFailure['fields'];

interface ConfirmResetFormProps extends SentCode {
  server: string;
  email: string;
  onAccepted: (code: string) => void;
  onBack: () => void;
}

/** Takes the mailed code (A6). */
export function ConfirmResetForm({
  server,
  email,
  resendSeconds,
  wasSentBefore,
  onAccepted,
  onBack,
}: ConfirmResetFormProps) {
  const { t } = useTranslation(['auth', 'common']);
  const form = useForm<{ verification_code: string }>({ defaultValues: { verification_code: '' } });
  const check = useSubmit(form, { refused: WRONG_CODE, unchecked: t('unchecked.code') });
  const resend = useSubmit(form);
  const [waitSeconds, setWaitSeconds] = useSecondsLeft(resendSeconds);
  const code = useWatch({ control: form.control, name: 'verification_code' });

  const confirm = form.handleSubmit(({ verification_code }) =>
    check.submit(async () => {
      await call(authCalls.resetPassword, { body: { server, email, verification_code } });
      onAccepted(verification_code);
    }),
  );
  const sendAgain = () =>
    resend.submit(async () => {
      const reply = await withCaptcha('resetPassword', (captcha) =>
        call(authCalls.resetPassword, { body: { server, email, verification_code: null, captcha } }),
      );
      form.reset();
      setWaitSeconds(reply.resendSeconds);
      notify({
        type: 'success',
        title: t('common:toast.success'),
        description: t(reply.step === 'codeSentBefore' ? 'confirmReset.sentBefore' : 'confirmReset.resent'),
      });
    });

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void confirm(event)}>
      <header className={styles.head}>
        <h2>{t('confirmReset.title')}</h2>
        <p>{wasSentBefore ? t('confirmReset.sentBefore') : t('confirmReset.text', { email })}</p>
      </header>
      <FormField
        control={form.control}
        name="verification_code"
        label={t('confirmReset.code')}
        hint={t('confirmReset.hint')}
        autoComplete="one-time-code"
        isClearable
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
          {waitSeconds > 0
            ? t('confirmReset.resendIn', { when: formatWait(waitSeconds) })
            : t('confirmReset.resend')}
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
