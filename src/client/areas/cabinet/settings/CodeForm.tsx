import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#/client/platform/api/api.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { ClearButton } from '#/client/ui/inputs/ClearButton.tsx';
import { CodeField } from '#/client/ui/inputs/CodeField.tsx';
import { Field } from '#/client/ui/inputs/Field.tsx';
import { useOneRequest } from '#/client/platform/forms/useSubmit.ts';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { PasswordField } from '#/client/ui/inputs/PasswordField.tsx';
import styles from './Settings.module.css';

interface CodeFormProps {
  label: string;
  hint: string;
  /** Whether recovery codes are accepted too. */
  takesRecoveryCode?: boolean;
  /** Whether the code was accepted, so that the form is disabled. */
  isDone: boolean;
  onSend: (code: string, password: string | undefined) => Promise<void>;
  /** Renders the buttons. */
  children: (state: { code: string; isPending: boolean }) => ReactNode;
}

/** A form for a code of the second factor. It also asks for the password if the server requires it. */
export function CodeForm({ label, hint, takesRecoveryCode, isDone, onSend, children }: CodeFormProps) {
  const { t } = useTranslation(['cabinet', 'common']);
  const { isPending, run } = useOneRequest();
  /** Undefined until the player chooses. */
  const [isRecovery, setIsRecovery] = useState<boolean>();
  const recovery = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [wrongCodes, setWrongCodes] = useState(0);
  const [password, setPassword] = useState<string>();
  const [errors, setErrors] = useState<{ code?: string; password?: string; other?: string }>({});
  useEffect(() => {
    if (isRecovery) recovery.current?.focus();
  }, [isRecovery]);
  const passwordField = useRef<HTMLInputElement>(null);
  const asksPassword = password !== undefined;
  useEffect(() => {
    if (asksPassword) passwordField.current?.focus();
  }, [asksPassword]);

  const send = () =>
    run(() => {
      setErrors({});
      return onSend(code, password);
    }, showErrors);
  function showErrors(error: unknown) {
    const shown = errorsOf(error);
    setErrors(shown);
    if (shown.code && !isRecovery) {
      setCode('');
      setWrongCodes((count) => count + 1);
    } else if (shown.code) recovery.current?.focus();
    else if (shown.password) passwordField.current?.focus();
    if (error instanceof ApiError && error.code === 'passwordNeeded') setPassword((typed) => typed ?? '');
  }
  const change = (next: string) => {
    setCode(next);
    setErrors({});
  };

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isDone) void send();
      }}
    >
      {isRecovery ? (
        <Field
          name="recovery_code"
          label={t('settings.twoFactor.recoveryCode')}
          hint={t('settings.twoFactor.recoveryHint')}
          autoComplete="off"
          maxLength={32}
          value={code}
          error={errors.code}
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
          startsFocused={wrongCodes > 0 || isRecovery === false}
          name="verification_code"
          label={label}
          boxLabel={(box) => t('settings.twoFactor.box', { box })}
          clearLabel={t('common:field.clear')}
          value={code}
          onValueChange={change}
          error={errors.code}
          hint={hint}
          disabled={isDone}
        />
      )}
      {takesRecoveryCode && (
        <div className={styles.otherCode}>
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              setIsRecovery(!isRecovery);
              change('');
            }}
          >
            {t(isRecovery ? 'settings.twoFactor.useCode' : 'settings.twoFactor.useRecovery')}
          </Button>
        </div>
      )}
      {asksPassword && (
        <PasswordField
          name="password"
          label={t('settings.password.old')}
          autoComplete="current-password"
          value={password}
          error={errors.password}
          showLabel={t('common:password.show')}
          hideLabel={t('common:password.hide')}
          onChange={(event) => setPassword(event.currentTarget.value)}
          ref={passwordField}
        />
      )}
      <FormAlert sentences={errors.other ? [errors.other] : []} />
      {children({ code, isPending: isPending || isDone })}
    </form>
  );
}

const CODE_ERRORS: ReadonlySet<string> = new Set(['errorTwoFaActivated', 'invalidCode']);
const PASSWORD_ERRORS: ReadonlySet<string> = new Set([
  'passwordNeeded',
  'errorOldPasswordInvalid',
  'passwordInvalid',
  'passwordRequired',
]);

function errorsOf(error: unknown): { code?: string; password?: string; other?: string } {
  const text = errorTextOf(error);
  const code = error instanceof ApiError ? error.code : '';
  if (CODE_ERRORS.has(code)) return { code: text };
  return PASSWORD_ERRORS.has(code) ? { password: text } : { other: text };
}
