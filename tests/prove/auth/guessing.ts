import type { LightMyRequestResponse } from 'fastify';
import type { ErrorReply } from '#/contract/kernel/errors.ts';
import { codeAt, createGuarded, wrongCode } from '../../support/access/authenticator.ts';
import { createBrowser } from '../../support/app/browser.ts';
import { CAPTCHA, PASSWORD, signUpForm } from '../../support/app/factories.ts';
import { browserOf, createMember } from '../../support/players/settings.ts';
import type { TestApp } from '../../support/app/testApp.ts';

/** Size of the attack. */
export interface Attack {
  /** Guesses at each secret. */
  guesses: number;
  /** Network addresses that the guesses come from. */
  addresses: number;
}

/** Counts of guesses. Evaluated ones were compared with the secret; the others teach the attacker nothing. */
interface GuessFigure {
  sent: number;
  evaluated: number;
  limit: number;
  /** Guesses that were accepted: must be 0. */
  accepted: number;
}

const MINUTE_MS = 60_000;
/** Requests at once: fewer than the hashes that may wait, so that none is refused as busy. */
const AT_ONCE = 24;

/**
 * Network from which each secret is guessed. If all shared one, the coarse limit of every address would refuse
 * them on a fast machine.
 */
const NETWORKS = { passwords: 1, totp: 2, resetCodes: 3, promoCodes: 4, ownPassword: 5, links: 6 };
type Network = keyof typeof NETWORKS;

const addressOf = (network: Network, at: number) =>
  `10.${NETWORKS[network]}.${at % 250}.${Math.floor(at / 250) % 250}`;

type Send = (at: number, remoteAddress: string) => Promise<LightMyRequestResponse>;

/** Sends all guesses, many at once, each address in its turn. */
async function flood(
  network: Network,
  { guesses, addresses }: Attack,
  send: Send,
): Promise<LightMyRequestResponse[]> {
  const replies: LightMyRequestResponse[] = [];
  let next = 0;
  const work = async () => {
    while (next < guesses) {
      const at = next++;
      replies.push(await send(at, addressOf(network, at % addresses)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return replies;
}

function figureOf(replies: LightMyRequestResponse[], wrong: string, limit: number): GuessFigure {
  const isWrong = (reply: LightMyRequestResponse) => {
    const { code, errors = {} } = reply.json<ErrorReply>();
    return code === wrong || Object.values<string>(errors).includes(wrong);
  };
  return {
    sent: replies.length,
    evaluated: replies.filter((reply) => reply.statusCode === 422 && isWrong(reply)).length,
    limit,
    accepted: replies.filter(({ statusCode }) => statusCode < 400).length,
  };
}

/**
 * Passwords of one account, from many addresses, in 15 minutes; meanwhile its owner signs in from a known browser.
 * @param stranger is guessed at instead, a login that nobody has
 */
export async function guessPasswords(site: TestApp, attack: Attack, stranger?: string) {
  const member = await createMember(site);
  const owner = await browserOf(site, member.login);
  const url = '/api/v1/auth/login';
  const payload = { server: 'everest', login: stranger ?? member.login, captcha: CAPTCHA };
  const replies = await flood('passwords', attack, (at, remoteAddress) =>
    site.inject({
      method: 'POST',
      url,
      remoteAddress,
      payload: { ...payload, password: `wrong-guess-${at}` },
    }),
  );
  let ownerSignIns = 0;
  for (let times = 0; times < 20; times++) {
    const reply = await owner.send('POST', url, { ...payload, login: member.login, password: PASSWORD });
    if (reply.statusCode === 200) ownerSignIns++;
  }
  site.advanceMs(15 * MINUTE_MS);
  return { ...figureOf(replies, 'errorCredentials', 10), ownerSignIns };
}

/** Passwords of many accounts from one address that claims to be a new one with every request. */
export async function spreadPasswords(site: TestApp, { guesses }: Attack): Promise<GuessFigure> {
  const payload = { server: 'everest', password: 'wrong-guess-1', captcha: CAPTCHA };
  const replies = await flood('passwords', { guesses, addresses: 1 }, (at) =>
    site.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      remoteAddress: '192.0.2.1',
      headers: { 'x-forwarded-for': `198.51.${at % 250}.${Math.floor(at / 250)}` },
      payload: { ...payload, login: `spread${at}` },
    }),
  );
  return figureOf(replies, 'errorCredentials', 50);
}

/** Codes of an account whose password is known: in the first 15 minutes, then on through a day. */
export async function guessTotp(site: TestApp, attack: Attack) {
  const member = await createGuarded(site);
  const send = (verification_code: string, remoteAddress: string) => {
    const payload = { server: 'everest', login: member.login, password: PASSWORD, captcha: CAPTCHA };
    return site.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      remoteAddress,
      payload: { ...payload, verification_code },
    });
  };
  const guess: Send = (_, remoteAddress) => send(wrongCode(site.deps, member.secret), remoteAddress);
  const first = await flood('totp', attack, guess);
  const later: LightMyRequestResponse[] = [];
  for (let quarter = 1; quarter < 96; quarter++) {
    site.advanceMs(15 * MINUTE_MS);
    // enough for the rate limit of a quarter of an hour, until that of the day is reached; then once an hour
    const guesses = quarter < 5 ? 12 : quarter % 4 === 0 ? 2 : 0;
    later.push(...(await flood('totp', { ...attack, guesses }, guess)));
  }
  site.advanceMs(15 * MINUTE_MS);
  // the right code, in many sign-ins at once and afterwards
  const right = codeAt(site.deps, member.secret);
  const replays = await flood('totp', { guesses: 200, addresses: 200 }, (_, address) => send(right, address));
  return {
    quarterHour: figureOf(first, 'errorTwoFaActivated', 10),
    day: figureOf([...first, ...later], 'errorTwoFaActivated', 30),
    replayed: replays.filter(({ statusCode }) => statusCode === 200).length,
  };
}

/** Reset codes of one player through a day, from one network: codes are asked for again and again, ten guesses at each. */
export async function guessResetCodes(site: TestApp, { guesses, addresses }: Attack) {
  const { email, accountId } = await createMember(site);
  const rounds = Math.ceil(guesses / 10);
  const body = { server: 'everest', email };
  let accepted = 0;
  for (let round = 0; round < rounds; round++) {
    const browser = createBrowser(site, `10.${NETWORKS.resetCodes}.0.${round % Math.min(addresses, 250)}`);
    await browser.send('POST', '/api/v1/auth/resetPassword', { ...body, captcha: CAPTCHA });
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) => {
        // no code contains 0 or 1
        const verification_code = `${String(round).padStart(6, '0')}1${at}`;
        return browser.send('POST', '/api/v1/auth/resetPassword', { ...body, verification_code });
      }),
    );
    accepted += replies.filter(({ statusCode }) => statusCode < 400).length;
    site.advanceMs((23 * 60 * MINUTE_MS) / rounds);
  }
  const { rows } = await site.pool.query<{ evaluated: number; of_one: number }>(
    `SELECT coalesce(sum(attempts), 0)::int AS evaluated, max(attempts) AS of_one
     FROM password_resets WHERE account_id = $1`,
    [accountId],
  );
  const { evaluated = 0, of_one: ofOneCode = 0 } = rows[0] ?? {};
  return { sent: rounds * 10, evaluated, limit: 50, accepted, ofOneCode };
}

/** Promo codes, by signing up with them; each address tries what it may in an hour. */
export async function guessPromoCodes(site: TestApp, attack: Attack): Promise<GuessFigure> {
  // fewer addresses, so that each sends more guesses than its limit lets through
  const addresses = Math.max(1, Math.floor(attack.guesses / 100));
  const replies = await flood('promoCodes', { ...attack, addresses }, (at, remoteAddress) =>
    site.inject({
      method: 'POST',
      url: '/api/v1/auth/register',
      remoteAddress,
      payload: signUpForm(`promo${at}`, { promo_code: `GUESS${String(at).padStart(5, '0')}` }),
    }),
  );
  return figureOf(replies, 'errorPromocode', addresses * 10);
}

/** Guesses the password of an account from a session that was left open. */
export async function guessOwnPassword(site: TestApp, attack: Attack): Promise<GuessFigure> {
  const { headers } = await createMember(site);
  const changed = { password: 'Verbolozy-77-quay', password_confirmation: 'Verbolozy-77-quay' };
  const replies = await flood('ownPassword', attack, (at, remoteAddress) =>
    site.inject({
      method: 'POST',
      url: '/api/v1/user/reset-password',
      remoteAddress,
      headers,
      payload: { ...changed, old_password: `wrong-guess-${at}` },
    }),
  );
  return figureOf(replies, 'errorOldPasswordInvalid', 10);
}

/** Tokens of mailed links: each is looked up, none is right. */
export async function forgeLinks(site: TestApp, attack: Attack): Promise<GuessFigure> {
  const replies = await flood('links', attack, (at, remoteAddress) =>
    site.inject({
      method: 'POST',
      url: '/api/v1/auth/email/verify',
      remoteAddress,
      payload: { token: Buffer.alloc(32, at).toString('base64url') },
    }),
  );
  return figureOf(replies, 'verificationInvalid', attack.guesses);
}
