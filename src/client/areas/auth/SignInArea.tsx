import { useReducer, useState } from 'react';
import type { GameServer } from '#/contract/landing.ts';
import { ConfirmResetForm } from './ConfirmResetForm.tsx';
import { ForgotPassForm } from './ForgotPassForm.tsx';
import { PasswordChangeForm } from './PasswordChangeForm.tsx';
import { SignInForm } from './SignInForm.tsx';
import { SignInTwoFaForm } from './SignInTwoFaForm.tsx';
import { nextView, startOf } from './signInViews.ts';

interface SignInAreaProps {
  servers: readonly GameServer[];
  /** Key of the server chosen to begin with, '' for none. */
  server: string;
}

/** Sign-in with its ways out of a lost password and through the second factor (A2, A3, A6). */
export function SignInArea({ servers, server }: SignInAreaProps) {
  const [state, send] = useReducer(nextView, server, startOf);
  const [resendSeconds, setResendSeconds] = useState(0);
  const back = () => send({ type: 'back' });
  switch (state.view) {
    case 'signIn':
      return (
        <SignInForm
          servers={servers}
          server={state.server}
          loginOrEmail={state.loginOrEmail}
          wasReset={state.wasReset}
          onForgot={(values) => send({ type: 'forgot', ...values })}
          onTwoFactor={(credentials) => send({ type: 'needTwoFactor', ...credentials })}
        />
      );
    case 'signInTwoFa': {
      const { server: key, loginOrEmail, password } = state;
      return <SignInTwoFaForm credentials={{ server: key, loginOrEmail, password }} onBack={back} />;
    }
    case 'forgotPass':
      return (
        <ForgotPassForm
          servers={servers}
          server={state.server}
          email={state.email}
          onSent={({ resendSeconds: seconds, ...sent }) => {
            setResendSeconds(seconds);
            send({ type: 'codeSent', ...sent });
          }}
          onBack={back}
        />
      );
    case 'confirmReset':
      return (
        <ConfirmResetForm
          server={state.server}
          email={state.email}
          resendSeconds={resendSeconds}
          onAccepted={(code) => send({ type: 'codeAccepted', code })}
          onBack={back}
        />
      );
    case 'passwordChange':
  }
  return (
    <PasswordChangeForm
      server={state.server}
      email={state.email}
      code={state.code}
      onChanged={() => send({ type: 'passwordChanged' })}
      onBack={back}
    />
  );
}
