import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { email } from '#/contract/auth.ts';
import { serverKey } from '#/contract/landing.ts';
import { authCalls } from '#/contract/calls/auth.ts';
import type { GameServer } from '#/contract/landing.ts';
import { EMAIL_MAX_LENGTH } from '#/contract/kernel/limits.ts';
import { call } from '#/client/platform/api/api.ts';
import { captchaAhead, withCaptcha } from '#/client/domain/forms/captcha.ts';
import type { FormFailure } from '#/client/platform/forms/formFailure.ts';
import { FormField } from '#/client/platform/forms/FormField.tsx';
import { ServerSelect } from '#/client/domain/forms/ServerSelect.tsx';
import { asEmail } from '#/client/platform/forms/typing.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { useSubmit } from '#/client/platform/forms/useSubmit.ts';
import styles from './AuthForm.module.css';
import type { SentCode } from './ConfirmResetForm.tsx';

const schema = z.object({ server: serverKey, email });
type Values = z.infer<typeof schema>;

const toForm = captchaAhead('resetPassword');
/** Refusals are shown at the address (A6). */
const NOT_SENT = [
  { name: 'email', message: 'errorEmailNotification' },
] as const satisfies FormFailure['fields'];

interface ForgotPassFormProps extends Values {
  servers: readonly GameServer[];
  onSent: (sent: Values & SentCode) => void;
  onBack: () => void;
}

/** Asks where to send the reset code (A6). */
export function ForgotPassForm({ servers, server, email: address, onSent, onBack }: ForgotPassFormProps) {
  const { t } = useTranslation('auth');
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { server, email: address },
  });
  const { isPending, failure, submit } = useSubmit(form, { refused: NOT_SENT });
  const values = useWatch({ control: form.control });

  const send = form.handleSubmit((body) =>
    submit(async () => {
      const { step, resendSeconds } = await withCaptcha('resetPassword', (captcha) =>
        call(authCalls.resetPassword, { body: { ...body, captcha } }),
      );
      onSent({ ...body, resendSeconds, wasSentBefore: step === 'codeSentBefore' });
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
