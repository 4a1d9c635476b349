import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { signInBodyOf, signInForm, type SignInForm as Values } from '#/contract/auth.ts';
import { authCalls } from '#/contract/calls/auth.ts';
import type { GameServer } from '#/contract/landing.ts';
import { EMAIL_MAX_LENGTH } from '#/contract/kernel/limits.ts';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { captchaAhead, withCaptcha } from '#/client/domain/forms/captcha.ts';
import { useOneRequest } from '#/client/platform/forms/useSubmit.ts';
import { FormField } from '#/client/platform/forms/FormField.tsx';
import { ServerSelect } from '#/client/domain/forms/ServerSelect.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import styles from './AuthForm.module.css';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { withoutSpaceAndCyrillic } from '#/client/platform/forms/typing.ts';
import { enter, signInFailure } from './entrance.ts';
import { useLanguageDraft } from './languageDraft.ts';

const toForm = captchaAhead('signIn');

interface SignInFormProps {
  servers: readonly GameServer[];
  /** Key of the initially selected server, '' for none. */
  server: string;
  loginOrEmail: string;
  /** Kept after a step back from the second factor, which clears only the code (A6). */
  password: string;
  /** Whether the password has just been reset. */
  wasReset: boolean;
  onForgot: (values: Pick<Values, 'server' | 'loginOrEmail'>) => void;
  /** Called when the password is right and a code is needed (A3). */
  onTwoFactor: (credentials: Values) => void;
}

/** Login or e-mail and password (A2). */
export function SignInForm({
  servers,
  server,
  loginOrEmail,
  password,
  wasReset,
  onForgot,
  onTwoFactor,
}: SignInFormProps) {
  const { t } = useTranslation('auth');
  const { isPending, run } = useOneRequest();
  const [failure, setFailure] = useState<string[]>([]);
  const form = useForm<Values>({
    resolver: zodResolver(signInForm),
    defaultValues: { server, loginOrEmail, password },
  });
  useLanguageDraft('signIn', form.getValues);

  const submit = form.handleSubmit((values) => {
    setFailure([]);
    return run(
      () =>
        enter(
          withCaptcha('signIn', (captcha) =>
            call(authCalls.signIn, { body: { ...signInBodyOf(values), captcha } }),
          ),
        ),
      (error) =>
        error instanceof ApiError && error.needTwoFactor
          ? onTwoFactor(values)
          : setFailure(signInFailure(error, t('unchecked.password'))),
    );
  });

  return (
    <form className={styles.form} noValidate ref={toForm} onSubmit={(event) => void submit(event)}>
      <ServerSelect control={form.control} name="server" servers={servers} />
      <FormField
        control={form.control}
        name="loginOrEmail"
        label={t('fields.loginOrEmail')}
        autoComplete="username webauthn"
        maxLength={EMAIL_MAX_LENGTH}
        filter={withoutSpaceAndCyrillic}
      />
      <FormField
        control={form.control}
        name="password"
        type="password"
        label={t('fields.password')}
        autoComplete="current-password"
      />
      {wasReset && <output className={styles.done}>{t('signIn.wasReset')}</output>}
      <FormAlert sentences={failure} />
      <Button type="submit" size="large" wide busy={isPending}>
        {t(isPending ? 'signIn.pending' : 'signIn.submit')}
      </Button>
      <PasskeyButton onFailure={setFailure} />
      <Button variant="quiet" onClick={() => onForgot(form.getValues())}>
        {t('signIn.forgot')}
      </Button>
    </form>
  );
}
