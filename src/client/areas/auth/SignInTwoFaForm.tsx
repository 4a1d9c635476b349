import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signInBodyOf, type SignInForm } from '#/contract/auth.ts';
import { authCalls } from '#/contract/calls/auth.ts';
import { TRUSTED_DEVICE_DAYS, TWO_FA_CODE_LENGTH } from '#/contract/kernel/limits.ts';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { captchaAhead, withCaptcha } from '#/client/domain/forms/captcha.ts';
import { useOneRequest } from '#/client/platform/forms/useSubmit.ts';
import { errorText } from '#/client/platform/i18n/errorText.ts';
import { formFailureOf } from '#/client/platform/forms/formFailure.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Checkbox } from '#/client/ui/inputs/Checkbox.tsx';
import { ClearButton } from '#/client/ui/inputs/ClearButton.tsx';
import { CodeField } from '#/client/ui/inputs/CodeField.tsx';
import { Field } from '#/client/ui/inputs/Field.tsx';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import styles from './AuthForm.module.css';
import { enter } from './entrance.ts';

const toForm = captchaAhead('signIn');

interface SignInTwoFaFormProps {
  /** Credentials with the right password, which are sent again with the code. */
  credentials: SignInForm;
  onBack: () => void;
}

/**
 * The second step of a sign-in (A3), which may be left out for a while in this browser (A11). It submits at the sixth
 * digit.
 */
export function SignInTwoFaForm({ credentials, onBack }: SignInTwoFaFormProps) {
  const { t } = useTranslation(['auth', 'common']);
  const { isPending, run } = useOneRequest();
  const recovery = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [isRecovery, setIsRecovery] = useState(false);
  const [isWrong, setIsWrong] = useState(false);
  const [wrongCodes, setWrongCodes] = useState(0);
  const [isRemembered, setIsRemembered] = useState(false);
  const [failure, setFailure] = useState<string[]>([]);
  useEffect(() => {
    if (isRecovery) recovery.current?.focus();
  }, [isRecovery]);

  function send(whole: string) {
    if (whole.length < TWO_FA_CODE_LENGTH) return;
    setIsWrong(false);
    setFailure([]);
    void run(
      () =>
        enter(
          withCaptcha('signIn', (captcha) =>
            call(authCalls.signIn, {
              body: {
                ...signInBodyOf(credentials),
                verification_code: whole,
                remember_device: isRemembered,
                captcha,
              },
            }),
          ),
        ),
      (error) => {
        const isCode = error instanceof ApiError && error.code === 'errorTwoFaActivated';
        setIsWrong(isCode);
        if (isCode && !isRecovery) {
          setCode('');
          setWrongCodes((count) => count + 1);
        } else if (isCode) recovery.current?.focus();
        setFailure(isCode ? [] : formFailureOf(error, { unchecked: t('unchecked.code') }).sentences);
      },
    );
  }
  const change = (next: string) => {
    setCode(next);
    setIsWrong(false);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send(code);
  };
  const error = isWrong ? errorText('errorTwoFaActivated') : undefined;

  return (
    <form className={styles.form} noValidate ref={toForm} onSubmit={submit}>
      <header className={styles.head}>
        <h2>{t('signInTwoFa.title')}</h2>
        <p>{t(isRecovery ? 'signInTwoFa.recoveryText' : 'signInTwoFa.text')}</p>
      </header>
      {isRecovery ? (
        <Field
          name="verification_code"
          label={t(isWrong ? 'signInTwoFa.wrong' : 'signInTwoFa.recoveryCode')}
          autoComplete="off"
          maxLength={32}
          value={code}
          error={error}
          onChange={(event) => change(event.currentTarget.value)}
          ref={recovery}
          end={
            <ClearButton
              label={t('common:field.clear')}
              isShown={code !== ''}
              onClear={() => {
                change('');
                recovery.current?.focus();
              }}
            />
          }
        />
      ) : (
        <CodeField
          // a wrong code leaves empty boxes with the focus on the first
          key={wrongCodes}
          startsFocused
          name="verification_code"
          label={t(isWrong ? 'signInTwoFa.wrong' : 'signInTwoFa.code')}
          boxLabel={(box) => t('signInTwoFa.box', { box })}
          clearLabel={t('common:field.clear')}
          value={code}
          onValueChange={change}
          onComplete={send}
          error={error}
        />
      )}
      <Checkbox
        name="remember_device"
        label={t('signInTwoFa.remember', { days: TRUSTED_DEVICE_DAYS })}
        checked={isRemembered}
        onCheckedChange={setIsRemembered}
      />
      <FormAlert sentences={failure} />
      <Button type="submit" size="large" wide disabled={code.length < TWO_FA_CODE_LENGTH} busy={isPending}>
        {t('signInTwoFa.submit')}
      </Button>
      <div className={styles.row}>
        <Button variant="quiet" icon="arrowLeft" onClick={onBack}>
          {t('back')}
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            setIsRecovery(!isRecovery);
            change('');
          }}
        >
          {t(isRecovery ? 'signInTwoFa.useCode' : 'signInTwoFa.useRecovery')}
        </Button>
      </div>
    </form>
  );
}
