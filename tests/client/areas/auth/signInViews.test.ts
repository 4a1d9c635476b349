import { expect, test } from 'vitest';
import { nextView, type SignInEvent, startOf } from '#/client/areas/auth/signInViews.ts';

const walk = (...events: SignInEvent[]) => events.reduce(nextView, startOf('everest'));

const forgot: SignInEvent = { type: 'forgot', server: 'neon', loginOrEmail: 'Night@Example.org' };
const sent: SignInEvent = { type: 'codeSent', server: 'neon', email: 'night@example.org' };
const accepted: SignInEvent = { type: 'codeAccepted', code: 'AB12CD34' };
const twoFactor: SignInEvent = {
  type: 'needTwoFactor',
  server: 'neon',
  loginOrEmail: 'marlo',
  password: 'sodium-lamp-47',
};

test('A6 forgot password: the password is cleared, an address that was typed is taken along', () => {
  expect(walk(twoFactor, { type: 'back' }, forgot)).toMatchObject({
    view: 'forgotPass',
    server: 'neon',
    password: '',
    email: 'night@example.org',
  });
  expect(walk({ ...forgot, loginOrEmail: 'marlo' })).toMatchObject({ email: '', loginOrEmail: 'marlo' });
});

test('A6 the way from the mail to the new password', () => {
  expect(walk(forgot, sent)).toMatchObject({ view: 'confirmReset', email: 'night@example.org' });
  expect(walk(forgot, sent, accepted)).toMatchObject({ view: 'passwordChange', code: 'AB12CD34' });
});

test('A6 after the change everything is cleared and sign-in says that the password was reset', () => {
  expect(walk(forgot, sent, accepted, { type: 'passwordChanged' })).toEqual({
    ...startOf('neon'),
    wasReset: true,
  });
});

test('A6 every step back leads to the view before and clears the code', () => {
  expect(walk(forgot, { type: 'back' })).toMatchObject({ view: 'signIn', loginOrEmail: 'Night@Example.org' });
  expect(walk(forgot, sent, { type: 'back' })).toMatchObject({
    view: 'forgotPass',
    email: 'night@example.org',
  });
  expect(walk(forgot, sent, accepted, { type: 'back' })).toMatchObject({ view: 'confirmReset', code: '' });
});

test('A3 back from the second factor clears the code and keeps the credentials', () => {
  expect(walk(twoFactor)).toMatchObject({ view: 'signInTwoFa', password: 'sodium-lamp-47' });
  expect(walk(twoFactor, { type: 'back' })).toMatchObject({
    view: 'signIn',
    code: '',
    loginOrEmail: 'marlo',
  });
});
