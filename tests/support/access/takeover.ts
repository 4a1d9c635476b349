import { createHash } from 'node:crypto';
import { withTx } from '#/server/platform/db/tx.ts';
import { encrypt } from '#/server/platform/kernel/encryption.ts';
import { twoFactors } from '#/server/platform/db/tables/accounts.ts';
import { type EmailPurpose, issueEmailToken } from '#/server/domain/accounts/emailTokens.ts';
import { makeRecoveryCodes } from '#/server/domain/accounts/access/recoveryCodes.ts';
import { newTotpSecret } from '#/server/domain/accounts/access/totp.ts';
import { checkSecondFactor, TWO_FACTOR_PURPOSE } from '#/server/domain/accounts/access/twoFactor.ts';
import { askSecret, codeAt, makeCodes, turnOff, turnOn } from './authenticator.ts';
import { createBrowser } from '../app/browser.ts';
import { CAPTCHA, PASSWORD } from '../app/factories.ts';
import { addPasskey, askToAdd, originOf, PASSKEYS, signInByPasskey } from './passkeys.ts';
import { createAuthenticator, makePasskey } from './virtualAuthenticator.ts';
import { trustedBrowserOf } from './trustedDevices.ts';
import { tokensFor, userOf, verify } from './mailedLinks.ts';
import { queuedMails } from '../app/queuedMails.ts';
import { begun, changeTo, enterCode, NEW_PASSWORD } from './reset.ts';
import { answerLink, tie } from '../players/gameLinks.ts';
import { bearerOf, browserOf, createMember, type Member, signIn, userStatus } from '../players/settings.ts';
import type { TestApp } from '../app/testApp.ts';

/** An account that two people can use: its player, and a stranger who knows the password. */
export interface Contested extends Member {
  isVerified: boolean;
  /** A session of the stranger. */
  stranger: { authorization: string };
  /** Secret of the second factor, if one was set up. */
  secret: string;
}

/**
 * Uses an earlier access.
 * @returns whether it still works
 */
type Attempt = () => Promise<boolean>;
type Things = Record<string, (site: TestApp, account: Contested) => Promise<Attempt>>;

/** The stranger's address. */
export const lairOf = ({ login }: Pick<Member, 'login'>): string => `lair.${login}@example.net`;

export async function createContested(site: TestApp, isVerified: boolean): Promise<Contested> {
  const member = await createMember(site, { isVerified });
  return { ...member, isVerified, secret: '', stranger: await bearerOf(site, member.login) };
}

/**
 * Begins a change to the stranger's address.
 * @returns the links to the old address (none if unconfirmed) and to the new one
 */
export async function beginChange(site: TestApp, account: Contested): Promise<[old: string, new: string]> {
  const email = lairOf(account);
  const reply = await site.post('/api/v1/user/email', { email, password: PASSWORD }, account.stranger);
  if (reply.statusCode !== 200) throw new Error(`no change began: ${reply.body}`);
  const [oldToken = ''] = await tokensFor(site, account.email);
  const [newToken = ''] = await tokensFor(site, email);
  return [oldToken, newToken];
}

/** Reads the address that an account has now. */
export const emailOf = async (
  site: TestApp,
  { accountId }: Pick<Member, 'accountId'>,
): Promise<string | undefined> =>
  (await site.pool.query<{ email: string }>('SELECT email FROM accounts WHERE id = $1', [accountId])).rows[0]
    ?.email;

/** The link "this wasn't me" of the newest mail to an address. */
export async function notMeLink(site: TestApp, email: string): Promise<string> {
  const mails = await queuedMails(site, email);
  return mails.flatMap(({ variables }) => ('notMe' in variables ? [variables.notMe] : [])).at(-1) ?? '';
}

/** The link that reverts a change of the e-mail, as mailed to the former address. */
export async function undoLink(site: TestApp, email: string): Promise<string> {
  const mails = await queuedMails(site, email);
  return mails.flatMap(({ variables }) => ('undo' in variables ? [variables.undo] : [])).at(-1) ?? '';
}

/**
 * Gives an account a second factor that the stranger knows, without ending sessions, links and codes as the usual way
 * does.
 * @returns the recovery codes
 */
async function giveFactor(site: TestApp, account: Contested): Promise<string[]> {
  const { accountId } = account;
  const { secretKey, now } = site.deps;
  account.secret = newTotpSecret(site.deps);
  const secretEncrypted = encrypt(secretKey, TWO_FACTOR_PURPOSE, String(accountId), account.secret);
  await site.deps.db.insert(twoFactors).values({ accountId, secretEncrypted, lastStep: 1, createdAt: now() });
  await site.pool.query('UPDATE accounts SET is_two_fa_enabled = true WHERE id = $1', [accountId]);
  return withTx(site.pool, (tx) => makeRecoveryCodes(tx, site.deps, accountId));
}

/**
 * Turns two-factor authentication on as the settings do. Uses the code of the previous step, so that the current one
 * stays unused.
 */
export async function setUpFactor(
  site: TestApp,
  account: Contested,
  headers: { authorization: string },
): Promise<void> {
  account.secret = await askSecret(site, { headers });
  const code = codeAt(site.deps, account.secret, -30);
  await must(turnOn(site, { headers }, { verification_code: code, google_secret: account.secret }));
}

const issue = (site: TestApp, { accountId }: Member, purpose: EmailPurpose, email: string) =>
  withTx(site.pool, (tx) => issueEmailToken(tx, site.deps, { accountId, purpose, email }));
const works = async (reply: Promise<{ statusCode: number }>) => (await reply).statusCode === 200;
const has = async (site: TestApp, query: string, account: Member) =>
  ((await site.pool.query(query, [account.accountId])).rowCount ?? 0) > 0;

/** Every access and property that a stranger may have made on an account before its player secures it. */
export const THINGS: Things = {
  password: async (site, { login }) => {
    return () => works(signIn(site, login));
  },
  bearer: async (site, { stranger }) => {
    return async () => (await userStatus(site, stranger)) === 200;
  },
  browserSession: async (site, { login }) => {
    const browser = await browserOf(site, login);
    return () => works(browser.call('GET', '/api/v1/user'));
  },
  ticket: async (site, { login }) => {
    const browser = createBrowser(site);
    const body = { server: 'everest', login, password: PASSWORD, captcha: CAPTCHA };
    const reply = await browser.send('POST', '/api/v1/auth/login', body);
    return () => works(browser.storeToken(reply.json<{ token: string }>().token));
  },
  freshSignIn: async (site, { stranger }) => {
    // the question for a code appears only if the password is not asked for again
    return async () =>
      (await makeCodes(site, { headers: stranger }, { verification_code: '000000' })).statusCode !== 401;
  },
  changeOldAgreed: async (site, account) => {
    const [oldToken, newToken] = await beginChange(site, account);
    if (account.isVerified) await verify(site, oldToken);
    return () => works(verify(site, newToken));
  },
  changeNewAgreed: async (site, account) => {
    const [oldToken, newToken] = await beginChange(site, account);
    if (!account.isVerified) return () => works(verify(site, newToken));
    await verify(site, newToken);
    return () => works(verify(site, oldToken));
  },
  change: async (site, account) => {
    await beginChange(site, account);
    return () => has(site, 'SELECT FROM email_changes WHERE account_id = $1', account);
  },
  verifyLink: async (site, account) => {
    const token = await issue(site, account, 'verify', account.email);
    return () => works(verify(site, token));
  },
  resetBegun: async (site, account) => {
    const { browser, code } = await begun(site, account);
    return () => works(enterCode(browser, account.email, code));
  },
  resetAccepted: async (site, account) => {
    const { browser, code } = await begun(site, account);
    await enterCode(browser, account.email, code);
    return () => works(changeTo(browser, account.email, code, 'Bridge-lamp-83'));
  },
  pendingFactor: async (site, account) => {
    await askSecret(site, { headers: account.stranger });
    const query = `SELECT FROM two_factor_setups JOIN sessions ON sessions.id = session_id WHERE account_id = $1`;
    return () => has(site, query, account);
  },
  factor: async (site, account) => {
    await giveFactor(site, account);
    return () => checkSecondFactor(site.deps, account.accountId, codeAt(site.deps, account.secret));
  },
  recoveryCodes: async (site, account) => {
    const [code = ''] = await giveFactor(site, account);
    return () => checkSecondFactor(site.deps, account.accountId, code);
  },
  knownDevice: async (site, account) => {
    const browser = await browserOf(site, account.login);
    const device = createHash('sha256')
      .update(browser.cookies.get('oc_device') ?? '')
      .digest('hex');
    const query = `SELECT FROM known_devices WHERE account_id = $1 AND device_hash = '\\x${device}'`;
    return () => has(site, query, account);
  },
  passkey: async (site, account) => {
    const authenticator = await addPasskey(site, account.stranger);
    return () => works(signInByPasskey(site, authenticator));
  },
  passkeyBegun: async (site, account) => {
    const options = await askToAdd(site, account.stranger);
    const body = makePasskey(createAuthenticator(), options, originOf(site));
    return () => works(site.post(PASSKEYS, body, account.stranger));
  },
  trustedDevice: async (site, account) => {
    await giveFactor(site, account);
    await trustedBrowserOf(site, account, -30);
    const query = 'SELECT FROM known_devices WHERE account_id = $1 AND trusted_until IS NOT NULL';
    return () => has(site, query, account);
  },
  gameLink: async (site, account) => {
    const id = await tie(site, account.accountId);
    await must(answerLink(site, { headers: account.stranger }, 'confirm', id));
    return () => has(site, `SELECT FROM game_links WHERE account_id = $1 AND state = 'active'`, account);
  },
  spendPermit: async (site, account) => {
    await must(site.post('/api/v1/user/spend-permit', { coinsPerDay: 50_000 }, account.stranger));
    return () => has(site, 'SELECT FROM spend_permits WHERE account_id = $1', account);
  },
  notMeLink: async (site, account) => {
    const token = await issue(site, account, 'notMe', account.email);
    return () => works(verify(site, token));
  },
  undoLink: async (site, account) => {
    const token = await issue(site, account, 'undoChange', `before.${account.login}@example.org`);
    return () => works(verify(site, token));
  },
};

/** The ways in which a player secures an account. */
export const WAYS: Record<string, (site: TestApp, account: Contested) => Promise<void>> = {
  nothing: async () => {},
  mailbox: async (site, account) => {
    // removes the limit of one code an hour
    await site.pool.query('DELETE FROM budgets');
    const { browser, code } = await begun(site, account);
    await enterCode(browser, account.email, code);
    await must(changeTo(browser, account.email, code));
  },
  notMe: async (site, account) => {
    await must(verify(site, await notMeLink(site, account.email)));
  },
  password: async (site, account) => {
    const body = { old_password: PASSWORD, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
    await must(site.post('/api/v1/user/reset-password', body, account.headers));
    await stays(site, account);
  },
  factorOn: async (site, account) => {
    await setUpFactor(site, account, account.headers);
    await stays(site, account);
  },
  factorOff: async (site, account) => {
    if (!account.secret) await giveFactor(site, account);
    await must(turnOff(site, account, { verification_code: codeAt(site.deps, account.secret) }));
    await stays(site, account);
  },
  newCodes: async (site, account) => {
    if (!account.secret) await giveFactor(site, account);
    await must(makeCodes(site, account, { verification_code: codeAt(site.deps, account.secret) }));
    await stays(site, account);
  },
};

async function must(reply: Promise<{ statusCode: number; body: string }>): Promise<void> {
  const { statusCode, body } = await reply;
  if (statusCode !== 200) throw new Error(`the account is not secured: ${body}`);
}

/** Checks that the session in which the player secured the account is still alive. */
async function stays(site: TestApp, account: Contested): Promise<void> {
  const { login } = await userOf(site, account.headers);
  if (login !== account.login) throw new Error('the player is signed out');
}
