import { and, eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { SignInBody } from '#/contract/auth.ts';
import { addressSubject, giveBack, spend } from '../budget.ts';
import { accounts } from '../db/schema.ts';
import { withTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { AppError, fail } from '../errors.ts';
import { startSession } from '../session.ts';
import { scaled, SIGN_IN_BY_ACCOUNT, SIGN_IN_BY_ADDRESS } from './budgets.ts';
import { verifyPassword } from '../password.ts';

/**
 * Signs in with login or e-mail (A2). Unknown account, wrong password and blocked account get the same answer after
 * the same work.
 * @throws AppError errorCredentials; tooManyRequests after 10 failures of an account in 15 minutes; busy
 */
export async function signIn(
  deps: Deps,
  request: FastifyRequest,
  body: SignInBody,
): Promise<{ token: string }> {
  const account = await findAccount(deps, body);
  const perAddress = scaled(SIGN_IN_BY_ADDRESS, deps.config.rateLimitScale);
  const address = addressSubject(request.ip);
  const target = account
    ? `#${account.id}`
    : `${body.server}/${(body.email ?? body.login ?? '').toLowerCase()}`;
  await spend(deps, perAddress, address);
  await spend(deps, SIGN_IN_BY_ACCOUNT, target);
  const returnAttempt = () =>
    Promise.all([giveBack(deps, perAddress, address), giveBack(deps, SIGN_IN_BY_ACCOUNT, target)]);

  const isRight = await verifyPassword(account?.passwordHash, body.password).catch(async (error: unknown) => {
    if (error instanceof AppError) await returnAttempt();
    throw error;
  });
  if (!account || !isRight || account.status !== 'active') fail('errorCredentials');
  await returnAttempt();
  return withTx(deps.pool, async (tx) => ({ token: await startSession(tx, deps, request, account.id) }));
}

async function findAccount(deps: Deps, { server, email, login }: SignInBody) {
  const isNamed =
    email === undefined
      ? sql`lower(${accounts.login}) = lower(${login})`
      : sql`lower(${accounts.email}) = lower(${email})`;
  const [account] = await deps.db
    .select({ id: accounts.id, passwordHash: accounts.passwordHash, status: accounts.status })
    .from(accounts)
    .where(and(eq(accounts.serverKey, server), isNamed));
  return account;
}
