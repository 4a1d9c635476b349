import { type ActionDispatch, Suspense, useEffect, useReducer, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { GameServer } from '#/contract/landing.ts';
import { laterPart } from '#/client/platform/hydration/laterPart.tsx';
import { ConfirmResetForm, type SentCode } from './ConfirmResetForm.tsx';
import { ForgotPassForm } from './ForgotPassForm.tsx';
import { PasswordChangeForm } from './PasswordChangeForm.tsx';
import { takeLanguageDraft } from './languageDraft.ts';
import { SignInForm } from './SignInForm.tsx';
import { nextView, type SignInEvent, type SignInState, startOf } from './signInViews.ts';

// most sign-ins need no code
const [SignInTwoFaForm, fetchTwoFaForm] = laterPart(
  async () => (await import('./SignInTwoFaForm.tsx')).SignInTwoFaForm,
);

interface SignInAreaProps {
  servers: readonly GameServer[];
  /** Key of the initially selected server, '' for none. */
  server: string;
}

/** The sign-in with recovery of the password and second factor (A2, A3, A6). A new view has the focus in its first field. */
export function SignInArea({ servers, server }: SignInAreaProps) {
  const [query] = useSearchParams();
  const [state, send] = useReducer(nextView, server, (key) => {
    const draft = takeLanguageDraft('signIn');
    return {
      ...startOf(draft.server || key),
      loginOrEmail: draft.loginOrEmail ?? '',
      ...(query.has('recover') && { view: 'forgotPass' as const }),
    };
  });
  const area = useRef<HTMLDivElement>(null);
  const shown = useRef(state.view);
  useEffect(() => {
    if (shown.current === state.view) return;
    shown.current = state.view;
    area.current?.querySelector<HTMLElement>('input:not([aria-hidden="true"], [tabindex="-1"])')?.focus();
  }, [state.view]);
  return (
    <div ref={area}>
      <View servers={servers} state={state} send={send} />
    </div>
  );
}

interface ViewProps {
  servers: readonly GameServer[];
  state: SignInState;
  send: ActionDispatch<[event: SignInEvent]>;
}

function View({ servers, state, send }: ViewProps) {
  const [sentCode, setSentCode] = useState<SentCode>({ resendSeconds: 0, wasSentBefore: false });
  const back = () => send({ type: 'back' });
  switch (state.view) {
    case 'signIn':
      return (
        <SignInForm
          servers={servers}
          server={state.server}
          loginOrEmail={state.loginOrEmail}
          password={state.password}
          wasReset={state.wasReset}
          onForgot={(values) => send({ type: 'forgot', ...values })}
          onTwoFactor={(credentials) => {
            // the form stays until the next one can be shown
            void fetchTwoFaForm().then(() => send({ type: 'needTwoFactor', ...credentials }));
          }}
        />
      );
    case 'signInTwoFa': {
      const { server: key, loginOrEmail, password } = state;
      return (
        <Suspense>
          <SignInTwoFaForm credentials={{ server: key, loginOrEmail, password }} onBack={back} />
        </Suspense>
      );
    }
    case 'forgotPass':
      return (
        <ForgotPassForm
          servers={servers}
          server={state.server}
          email={state.email}
          onSent={({ resendSeconds, wasSentBefore, ...sent }) => {
            setSentCode({ resendSeconds, wasSentBefore });
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
          {...sentCode}
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
