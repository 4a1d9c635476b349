import { eq } from 'drizzle-orm';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PasskeySignInBody, PasskeySignInOptions } from '#/contract/passkeys.ts';
import {
  CHALLENGE_MS,
  newChallenge,
  takeChallenge,
} from '#/server/domain/accounts/access/passkeyChallenges.ts';
import { checkUsed, relyingParty } from '#/server/domain/accounts/access/passkeyProof.ts';
import { countUse, mailPasskeys } from '#/server/domain/accounts/access/passkeys.ts';
import { startSession } from '#/server/domain/accounts/access/session.ts';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { PASSKEY_CHALLENGES, SIGN_INS } from '#/server/domain/accounts/rateLimits.ts';
import type { Config } from '#/server/platform/config/config.ts';
import { hostCookie } from '#/server/platform/config/hostCookie.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { passkeys } from '#/server/platform/db/tables/passkeys.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { requireCaptcha } from '#/server/platform/http/captcha.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { callerCounters, countAttemptOfCaller, takeBackAttempt } from '#/server/platform/kernel/rateLimit.ts';

const cookieName = (config: Config) => hostCookie('oc_passkey', config);
const isSecret = (value: string | undefined): value is string => /^[\w-]{43}$/.test(value ?? '');

/**
 * Makes a challenge for a sign-in with a passkey (A12). The answer is the same for everybody. A cookie ties the challenge
 * to this browser; other tabs keep theirs.
 * @throws AppError tooManyRequests
 */
export async function passkeySignInOptions(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PasskeySignInOptions> {
  await countAttemptOfCaller(deps, request, PASSKEY_CHALLENGES);
  const { config } = deps;
  const known = request.cookies[cookieName(config)];
  const flow = isSecret(known) ? known : deps.randomBytes(32).toString('base64url');
  const challenge = await newChallenge(deps, { purpose: 'signIn', flow });
  const options: CookieSerializeOptions = { path: '/', sameSite: 'strict', secure: config.isHttps };
  void reply.setCookie(cookieName(config), flow, {
    ...options,
    httpOnly: true,
    maxAge: CHALLENGE_MS / 1000,
  });
  return { rpId: relyingParty(config).id, challenge, timeout: CHALLENGE_MS, userVerification: 'required' };
}

/**
 * Signs in with a passkey, which verifies its user and so replaces password and code (A12). The passkey names the
 * account, so nobody learns which accounts exist.
 * @throws AppError errorCaptcha; passkeyOutdated if the challenge is used, expired or another browser's; passkeyRefused;
 * accountBlocked; tooManyRequests
 */
export async function passkeySignIn(
  deps: Deps,
  request: FastifyRequest,
  body: PasskeySignInBody,
): Promise<{ token: string }> {
  await requireCaptcha(deps, request, body.captcha, 'signIn');
  await countAttemptOfCaller(deps, request, SIGN_INS);
  const flow = request.cookies[cookieName(deps.config)] ?? '';
  const challenge = await takeChallenge(deps, { purpose: 'signIn', flow }, body.client_data);
  if (challenge === undefined) fail('passkeyOutdated');
  const passkey = await findPasskey(deps, body.id);
  const used =
    passkey &&
    passkey.handle?.equals(Buffer.from(body.user_handle, 'base64url')) &&
    (await checkUsed(deps, passkey.publicKey, body, challenge));
  if (!passkey || !used) fail('passkeyRefused');
  const token = await withTx(deps.pool, async (tx) => {
    const account = await lockAccount(tx, eq(accounts.id, passkey.accountId));
    const [current] = await tx.select().from(passkeys).where(eq(passkeys.id, passkey.id));
    // removed since it was found, for example by a recovery
    if (!account || !current) return undefined;
    if (await countUse(tx, deps, passkey.id, used)) {
      const { passwordHash } = account;
      const proof = { event: 'signedIn', passwordHash, passkeyId: passkey.id } as const;
      return startSession(tx, deps, request, account.id, proof);
    }
    const detail = { passkey: passkey.id };
    await writeAudit(tx, deps, { accountId: account.id, actor: 'site', event: 'passkeyCopied', detail });
    await mailPasskeys(tx, deps, account, 'passkeyCopied', [current.name]);
    return undefined;
  });
  if (token === undefined) fail('passkeyRefused');
  for (const [rateLimit, subject] of callerCounters(deps, request, SIGN_INS))
    await takeBackAttempt(deps, rateLimit, subject);
  return { token };
}

async function findPasskey({ db }: Pick<Deps, 'db'>, credentialId: string) {
  const { id, accountId, publicKey } = passkeys;
  const [passkey] = await db
    .select({ id, accountId, publicKey, handle: accounts.passkeyHandle })
    .from(passkeys)
    .innerJoin(accounts, eq(accounts.id, accountId))
    .where(eq(passkeys.credentialId, Buffer.from(credentialId, 'base64url')));
  return passkey;
}
