import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { MAIL_KINDS, type MailKind } from '#/contract/mail.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { remindUnconfirmed } from '#/server/jobs/remindUnconfirmed.ts';
import { remindWaiting } from '#/server/jobs/remindWaiting.ts';
import { removeUnconfirmed } from '#/server/jobs/removeUnconfirmed.ts';
import { askSecret, codeAt, wrongCode } from '../../../support/access/authenticator.ts';
import { createBrowser } from '../../../support/app/browser.ts';
import { CAPTCHA, PASSWORD, signUpForm } from '../../../support/app/factories.ts';
import { countMailsTo } from '../../../support/app/queuedMails.ts';
import { giveCoupons } from '../../../support/players/cabinet.ts';
import { tie } from '../../../support/players/gameLinks.ts';
import { createOperator, type TestOperator } from '../../../support/desks/operators.ts';
import { createMember, type Member } from '../../../support/players/settings.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { addPasskey, signInByPasskey, storePasskey } from '../../../support/access/passkeys.ts';

// many passwords are hashed
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const TIMES = 6;

let app: TestApp;
/** Accounts that an attacker made with the stranger's mailbox, each with another spelling of it. */
let traps: Member[];
let owner: TestOperator | undefined;

beforeAll(async () => {
  app = await createTestApp();
  traps = await Promise.all(Array.from({ length: TIMES }, (_, at) => trap(`stranger+${at}@example.org`)));
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

async function trap(email: string): Promise<Member> {
  const member = await createMember(app, { isVerified: false });
  await app.pool.query('UPDATE accounts SET email = $2 WHERE id = $1', [member.accountId, email]);
  return { ...member, email };
}

/** Sends a request from the network with that number. */
const send = (
  at: number,
  method: 'POST' | 'GET' | 'DELETE',
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
) => app.inject({ method, url, headers, remoteAddress: `198.18.${at}.7`, ...(payload && { payload }) });

const newPassword = (at: number) => ({
  password: `Sodium-lamp-${at}x`,
  password_confirmation: `Sodium-lamp-${at}x`,
});

type Attack = (at: number) => Promise<unknown>;
const viaNobody: Attack = () => Promise.resolve();

async function turnTwoFaOn({ headers }: Member, at: number) {
  const secret = await askSecret(app, { headers });
  const body = { verification_code: codeAt(app.deps, secret), google_secret: secret, password: PASSWORD };
  const reply = await send(at, 'POST', '/api/v1/user/2fa/verify', body, headers);
  return { secret, ...reply.json<{ recoveryCodes: string[] }>() };
}

/** How a stranger would fill a mailbox with mails of each kind: the nth call. */
const ATTACKS: Record<MailKind, Attack> = {
  confirmEmail: async (at) => {
    const form = signUpForm(`Filler${at}`, {
      email: `str.anger+${at % 10}@gmail.com`,
      server: at % 2 ? 'everest' : 'fuji',
    });
    const { token = '' } = (await send(at, 'POST', '/api/v1/auth/register', form)).json<{ token?: string }>();
    const headers = { authorization: `Bearer ${token}` };
    await send(at, 'POST', '/api/v1/user/resend-verify', undefined, headers);
  },
  resetCode: async (at) => {
    const browser = createBrowser(app, `198.18.${at}.7`);
    const body = { server: 'everest', email: traps[at]!.email, captcha: CAPTCHA };
    await browser.send('POST', '/api/v1/auth/resetPassword', body);
    await browser.send('POST', '/api/v1/auth/resetPassword', { ...body, verification_code: null });
  },
  newSignIn: (at) => {
    const { login } = traps[at]!;
    const body = { server: 'everest', login, password: PASSWORD, captcha: CAPTCHA };
    return send(at, 'POST', '/api/v1/auth/login', body, { 'user-agent': `Browser/${at}` });
  },
  twoFaOn: (at) => turnTwoFaOn(traps[at]!, at),
  twoFaOff: async (at) => {
    const member = await trap(`stranger+off${at}@example.org`);
    const { recoveryCodes } = await turnTwoFaOn(member, at);
    const body = { verification_code: recoveryCodes[0], password: PASSWORD };
    await send(at, 'DELETE', '/api/v1/user/2fa/destroy', body, member.headers);
  },
  twoFaLocked: async (at) => {
    const member = await trap(`stranger+lock${at}@example.org`);
    const { secret } = await turnTwoFaOn(member, at);
    const code = wrongCode(app.deps, secret);
    const body = { server: 'everest', login: member.login, password: PASSWORD, captcha: CAPTCHA };
    for (let times = 0; times < 10; times++)
      await send(at, 'POST', '/api/v1/auth/login', { ...body, verification_code: code });
  },
  passkeyAdded: async (at) => {
    const member = await trap(`stranger+key${at}@example.org`);
    await addPasskey(app, member.headers);
  },
  passkeysRemoved: async (at) => {
    const member = await trap(`stranger+gone${at}@example.org`);
    const url = `/api/v1/user/passkeys/${await storePasskey(app, member.accountId)}`;
    await send(at, 'DELETE', url, { password: PASSWORD }, member.headers);
  },
  passkeyCopied: async (at) => {
    const member = await trap(`stranger+copy${at}@example.org`);
    const authenticator = await addPasskey(app, member.headers);
    for (const counter of [2, 1]) await signInByPasskey(app, authenticator, { counter });
  },
  recoveryCodesMade: async (at) => {
    const member = await trap(`stranger+codes${at}@example.org`);
    const { recoveryCodes } = await turnTwoFaOn(member, at);
    const body = { verification_code: recoveryCodes[0], password: PASSWORD };
    await send(at, 'POST', '/api/v1/user/2fa/recovery-codes', body, member.headers);
  },
  passwordChanged: async (at) => {
    const member = await trap(`stranger+word${at}@example.org`);
    const body = { old_password: PASSWORD, ...newPassword(at) };
    await send(at, 'POST', '/api/v1/user/reset-password', body, member.headers);
  },
  gameWaiting: async (at) => {
    const member = traps[at]!;
    const ids = await giveCoupons(app, member, 1);
    await send(at, 'POST', '/api/v1/coupons/take', { ids }, member.headers);
    await app.pool.query(
      `UPDATE deliveries SET created_at = created_at - interval '7 days' WHERE account_id = $1`,
      [member.accountId],
    );
    await remindWaiting(app.deps);
  },
  emailChangeNew: async (at) => {
    const own = await createMember(app);
    const email = `stranger+new${at}@example.org`;
    await send(at, 'POST', '/api/v1/user/email', { email, password: PASSWORD }, own.headers);
  },
  // the present address is asked and informed only if it is confirmed
  emailChangeOld: async (at) => {
    const email = `attacker${at}@example.net`;
    await send(at, 'POST', '/api/v1/user/email', { email, password: PASSWORD }, traps[at]!.headers);
  },
  // operators alone cause these, and only to a player whom they recognised or block
  emailChangeByTeam: viaNobody,
  accountBlocked: viaNobody,
  accountUnblocked: viaNobody,
  emailChanged: viaNobody,
  // to an address that has taken an account over
  emailChangeUndone: viaNobody,
  unconfirmed: async (at) => {
    // the traps alone: each run tries again what it may not send yet
    if (at === 0)
      await app.pool.query(
        "UPDATE accounts SET created_at = created_at - interval '7 days' WHERE id = ANY($1)",
        [traps.map(({ accountId }) => accountId)],
      );
    await remindUnconfirmed(app.deps);
  },
  unconfirmedRemoved: async (at) => {
    const member = await trap(`stranger+removed${at}@example.org`);
    await app.pool.query("UPDATE accounts SET created_at = created_at - interval '14 days' WHERE id = $1", [
      member.accountId,
    ]);
    await removeUnconfirmed(app.deps);
  },
  gameLinked: (at) => tie(app, traps[at]!.accountId),
  gameUnlinked: async (at) => {
    const member = await trap(`stranger+game${at}@example.org`);
    await tie(app, member.accountId);
    await send(at, 'DELETE', '/api/v1/user/game-link', { password: PASSWORD }, member.headers);
  },
  accountDeleted: async (at) => {
    const member = await trap('stranger@example.org');
    const body = { password: PASSWORD };
    await send(at, 'DELETE', '/api/v1/user', body, member.headers);
  },
  playerNews: viaNobody,
  // each mail reports money that moved, so an attack costs money
  receipt: viaNobody,
  orderRefunded: viaNobody,
  orderRefundFailed: viaNobody,
  // two operators cause it, once for each account
  termsChanged: viaNobody,
  // goes to owners, who have opened a link that was mailed to them
  operatorNeeds: viaNobody,
  operatorTest: viaNobody,
  // a stolen session of an owner
  operatorLink: async (at) => {
    owner ??= await createOperator(app, 'owner');
    const email = `stranger+operator${at}@example.org`;
    const body = { email, name: 'Stranger', role: 'viewer', locale: 'en', reason: 'none at all' };
    await owner.browser.call(operatorCalls.inviteStaff, { body, ip: `198.18.${at}.7` });
  },
};
const NEVER: ReadonlySet<MailKind> = new Set(MAIL_KINDS.filter((kind) => ATTACKS[kind] === viaNobody));

describe('SE9 a stranger’s mailbox', () => {
  test.each(MAIL_KINDS)('gets at most one %s in an hour from 6 networks', async (kind) => {
    const mailbox = kind === 'confirmEmail' ? 'stranger@gmail.com' : 'stranger@example.org';
    for (let at = 0; at < TIMES; at++) await ATTACKS[kind](at);
    expect(await countMailsTo(app, mailbox, kind)).toBe(NEVER.has(kind) || kind === 'emailChangeOld' ? 0 : 1);
  });
});
