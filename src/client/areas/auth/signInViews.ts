/** The views of the sign-in area. None of them has a route of its own (A6). */
export type SignInView = 'signIn' | 'forgotPass' | 'confirmReset' | 'passwordChange' | 'signInTwoFa';

/** Data that pass from one view to the next. */
export interface SignInState {
  view: SignInView;
  server: string;
  loginOrEmail: string;
  password: string;
  /** The address to which the reset code was sent. */
  email: string;
  code: string;
  /** Whether the password has just been reset, so that the sign-in view says so. */
  wasReset: boolean;
}

export type SignInEvent =
  | { type: 'forgot'; server: string; loginOrEmail: string }
  | { type: 'needTwoFactor'; server: string; loginOrEmail: string; password: string }
  | { type: 'codeSent'; server: string; email: string }
  | { type: 'codeAccepted'; code: string }
  | { type: 'passwordChanged' }
  | { type: 'back' };

/** The first view, with empty fields. @param server key of the server, '' for none */
export const startOf = (server: string): SignInState => ({
  view: 'signIn',
  server,
  loginOrEmail: '',
  password: '',
  email: '',
  code: '',
  wasReset: false,
});

const BACK: Record<SignInView, SignInView> = {
  signIn: 'signIn',
  forgotPass: 'signIn',
  confirmReset: 'forgotPass',
  passwordChange: 'confirmReset',
  signInTwoFa: 'signIn',
};

/**
 * The path through sign-in and recovery. Every step clears exactly the values that the specification names (A3, A6).
 */
export function nextView(state: SignInState, event: SignInEvent): SignInState {
  switch (event.type) {
    case 'forgot': {
      const { server, loginOrEmail } = event;
      const email = loginOrEmail.includes('@') ? loginOrEmail.toLowerCase() : state.email;
      return { ...state, view: 'forgotPass', server, loginOrEmail, email, password: '', wasReset: false };
    }
    case 'needTwoFactor': {
      const { server, loginOrEmail, password } = event;
      return { ...state, view: 'signInTwoFa', server, loginOrEmail, password, wasReset: false };
    }
    case 'codeSent':
      return { ...state, view: 'confirmReset', server: event.server, email: event.email };
    case 'codeAccepted':
      return { ...state, view: 'passwordChange', code: event.code };
    case 'passwordChanged':
      return { ...startOf(state.server), wasReset: true };
    case 'back':
  }
  return { ...state, view: BACK[state.view], code: '' };
}
