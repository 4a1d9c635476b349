import { and, eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { SignInBody } from '#/contract/auth.ts';
import { lockAccount } from '../accountLock.ts';
import { addressSubject, type Budget, giveBack, scaled, spend } from '../budget.ts';
import { requireCaptcha } from '../captcha.ts';
import { accounts } from '../db/schema.ts';
import { withTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { isKnownDevice } from '../devices.ts';
import { AppError, fail } from '../errors.ts';
import { verifyPassword } from '../password.ts';
import { startSession } from '../session.ts';
import { checkSecondFactor } from '../twoFactor.ts';
import { SIGN_IN_BY_ACCOUNT, SIGN_IN_BY_ADDRESS } from './budgets.ts';

type Counter = [Budget, subject: string];

/**
 * Signs in with login or e-mail (A2), and with a code where the account asks for one (A3). Unknown account, wrong
 * password and blocked account get the same answer after the same work. A device that signed in before has attempts of
 * its own: nobody else's guesses lock it out.
 * @throws AppError errorCaptcha; errorCredentials, with needTwoFactor when only the code is missing;
 *   errorTwoFaActivated; tooManyRequests after 10 failures of an account in 15 minutes; busy
 */
export async function signIn(
  deps: Deps,
  request: FastifyRequest,
  body: SignInBody,
): Promise<{ token: string }> {
  await requireCaptcha(deps, request, body.captcha, 'signIn');
  const account = await findAccount(deps, body);
  const isKnown = await isKnownDevice(deps, request, account?.id ?? 0);
  const target = account
    ? `#${account.id}`
    : `${body.server}/${(body.email ?? body.login ?? '').toLowerCase()}`;
  const byAddress: Counter[] = isKnown
    ? []
    : [[scaled(SIGN_IN_BY_ADDRESS, deps.config.rateLimitScale), addressSubject(request.ip)]];
  const byAccount: Counter[] = [[SIGN_IN_BY_ACCOUNT, isKnown ? `${target}/known` : target]];
  for (const [budget, subject] of [...byAddress, ...byAccount]) await spend(deps, budget, subject);
  const returnAttempt = (counters: Counter[]) =>
    Promise.all(counters.map(([budget, subject]) => giveBack(deps, budget, subject)));

  const isRight = await verifyPassword(account?.passwordHash, body.password).catch(async (error: unknown) => {
    if (error instanceof AppError) await returnAttempt([...byAddress, ...byAccount]);
    throw error;
  });
  if (!account || !isRight || account.status !== 'active') fail('errorCredentials');
  await returnAttempt(byAddress);
  // until the code comes as well, it stays an attempt at the account
  if (account.isTwoFaEnabled && !body.verification_code) fail('errorCredentials', { needTwoFactor: true });
  await returnAttempt(byAccount);
  if (account.isTwoFaEnabled) {
    if (!(await checkSecondFactor(deps, account.id, body.verification_code ?? '', isKnown)))
      fail('errorTwoFaActivated', {
        needTwoFactor: true,
        errors: { verification_code: 'errorTwoFaActivated' },
      });
    // the attempt that was answered by asking for the code
    await returnAttempt(byAccount);
  }
  const proof = { event: 'signedIn', passwordHash: account.passwordHash } as const;
  return withTx(deps.pool, async (tx) => {
    const current = await lockAccount(tx, eq(accounts.id, account.id));
    // turned on since: no session without a code
    if (current?.isTwoFaEnabled && !account.isTwoFaEnabled) fail('errorCredentials', { needTwoFactor: true });
    return { token: await startSession(tx, deps, request, account.id, proof) };
  });
}

async function findAccount(deps: Deps, { server, email, login }: SignInBody) {
  const isNamed =
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
    .where(and(eq(accounts.serverKey, server), isNamed));
  return account;
}
