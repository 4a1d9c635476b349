import { and, eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { SignInBody } from '#/contract/auth.ts';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import {
  type RateLimit,
  callerCounters,
  takeBackAttempt,
  countAttempt,
} from '#/server/platform/kernel/rateLimit.ts';
import { requireCaptcha } from '#/server/platform/http/captcha.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { isKnownDevice, isTrustedDevice } from '#/server/domain/accounts/access/devices.ts';
import { AppError, fail } from '#/server/platform/kernel/errors.ts';
import { verifyPassword } from '#/server/domain/accounts/password.ts';
import { SIGN_IN_BY_ACCOUNT, SIGN_INS } from '#/server/domain/accounts/rateLimits.ts';
import { startSession } from '#/server/domain/accounts/access/session.ts';
import { checkSecondFactor } from '#/server/domain/accounts/access/twoFactor.ts';

type Counter = [RateLimit, subject: string];

/**
 * Signs in with login or e-mail (A2), and with a code if the account has a second factor (A3) and the browser is no
 * trusted device (A11). Unknown account and wrong password get the same answer after the same work. Only a caller who has
 * proved their identity learns that the account is blocked. Failures of known devices are counted separately, so that
 * guesses of strangers do not lock the player out.
 * @throws AppError errorCaptcha; errorCredentials, with needTwoFactor if only the code is missing;
 * errorTwoFaActivated; accountBlocked; tooManyRequests by `SIGN_IN_BY_ACCOUNT` or `SIGN_INS`; busy
 */
export async function signIn(
  deps: Deps,
  request: FastifyRequest,
  body: SignInBody,
): Promise<{ token: string }> {
  await requireCaptcha(deps, request, body.captcha, 'signIn');
  const account = await findAccount(deps, body);
  const isKnown = await isKnownDevice(deps, request, account?.id ?? 0);
  // login and e-mail are counted apart, or the limit would tell which login belongs to an address
  const target = account
    ? `#${account.id}/${body.email === undefined ? 'login' : 'email'}`
    : `${body.server}/${(body.email ?? body.login ?? '').toLowerCase()}`;
  const byCaller: Counter[] = isKnown ? [] : callerCounters(deps, request, SIGN_INS);
  const byAccount: Counter[] = [[SIGN_IN_BY_ACCOUNT, isKnown ? `${target}/known` : target]];
  for (const [rateLimit, subject] of [...byCaller, ...byAccount])
    await countAttempt(deps, rateLimit, subject);
  const returnAttempt = (counters: Counter[]) =>
    Promise.all(counters.map(([rateLimit, subject]) => takeBackAttempt(deps, rateLimit, subject)));

  const isRight = await verifyPassword(account?.passwordHash, body.password).catch(async (error: unknown) => {
    if (error instanceof AppError) await returnAttempt([...byCaller, ...byAccount]);
    throw error;
  });
  if (!account || !isRight || account.status !== 'active') fail('errorCredentials');
  await returnAttempt(byCaller);
  // a request without the code still counts as an attempt at the account
  const needsCode =
    account.isTwoFaEnabled && !(isKnown && (await isTrustedDevice(deps, request, account.id)));
  if (needsCode && !body.verification_code) fail('errorCredentials', { needTwoFactor: true });
  await returnAttempt(byAccount);
  if (needsCode) {
    if (!(await checkSecondFactor(deps, account.id, body.verification_code ?? '', isKnown)))
      fail('errorTwoFaActivated', {
        needTwoFactor: true,
        errors: { verification_code: 'errorTwoFaActivated' },
      });
    // takes back the attempt of the first request, which was answered by asking for the code
    await returnAttempt(byAccount);
  }
  const { passwordHash } = account;
  const trustsDevice = needsCode && body.remember_device === true;
  const proof = { event: 'signedIn', passwordHash, trustsDevice } as const;
  return withTx(deps.pool, async (tx) => {
    const current = await lockAccount(tx, eq(accounts.id, account.id));
    // the second factor was turned on meanwhile, or the trust in this browser ended: no session without a code
    if (
      current?.isTwoFaEnabled &&
      !needsCode &&
      !(await isTrustedDevice({ ...deps, db: tx }, request, account.id))
    )
      fail('errorCredentials', { needTwoFactor: true });
    return { token: await startSession(tx, deps, request, account.id, proof) };
  });
}

async function findAccount(deps: Deps, { server, email, login }: SignInBody) {
  const byName =
    email === undefined
      ? sql`lower(${accounts.login}) = lower(${login})`
      : sql`lower(${accounts.email}) = lower(${email})`;
  const [account] = await deps.db
    .select({
      id: accounts.id,
      passwordHash: accounts.passwordHash,
      status: accounts.status,
      isTwoFaEnabled: accounts.isTwoFaEnabled,
    })
    .from(accounts)
    .where(and(eq(accounts.serverKey, server), byName));
  return account;
}
