import { and, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyRequest } from 'fastify';
import { callerCounters, takeBackAttempt, countAttemptOfCaller } from '#/server/platform/kernel/rateLimit.ts';
import { findBlock, whereBlocked, refuseBlocked } from '#/server/domain/accounts/access/blocks.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { servers } from '#/server/platform/db/tables/servers.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { AppError, fail } from '#/server/platform/kernel/errors.ts';
import type { SessionAccount } from '#/server/domain/accounts/access/session.ts';
import { NAMED_EMAILS, UNKNOWN_EMAILS } from './rateLimits.ts';

/** The player who receives a purchase. */
export interface Recipient {
  id: number;
  login: string;
}

/**
 * Finds the account that a form names by login or e-mail on a game server. Signed-in buyers buy only for themselves
 * (S15). An unconfirmed e-mail finds an account only for its own player, because the address may belong to another
 * person. An account whose purchases are blocked is not found either, but its own player learns the reason.
 * @throws AppError accountNotFound (of the field login; an unconfirmed e-mail gets the same answer as an unknown
 * one), serverRequired, accountBlocked
 */
export async function findRecipient(
  tx: NodePgDatabase,
  { server, login: typed }: { server: string; login: string },
  buyer: SessionAccount | null,
  clock: Pick<Deps, 'now'>,
): Promise<Recipient> {
  const isEmail = typed.includes('@');
  const byName = isEmail
    ? eq(accounts.email, typed.toLowerCase())
    : sql`lower(${accounts.login}) = lower(${typed})`;
  const [account] = await tx
    .select({
      id: accounts.id,
      login: accounts.login,
      status: accounts.status,
      isVerified: accounts.isVerified,
      isBlocked: whereBlocked('buy', sql`accounts.id`, clock.now()).mapWith(Boolean),
    })
    .from(accounts)
    .where(and(eq(accounts.serverKey, server), byName));
  const isOwn = account?.id === buyer?.id;
  if (account?.isBlocked && isOwn) await refuseBlocked(tx, clock, account.id, 'buy');
  const isForeignClaim = isEmail && !account?.isVerified && !isOwn;
  if (account?.status !== 'active' || account.isBlocked || (buyer && !isOwn) || isForeignClaim) {
    const [known] = await tx.select({ key: servers.key }).from(servers).where(eq(servers.key, server));
    if (!known) fail('serverRequired', { errors: { server: 'serverRequired' } });
    return fail('accountNotFound', { errors: { login: 'accountNotFound' } });
  }
  return { id: account.id, login: account.login };
}

/**
 * Refuses a purchase for an account whose purchases are blocked now (O14). Only its own player learns about the
 * block; for other visitors the account does not exist.
 * @throws AppError accountBlocked, accountNotFound
 */
export async function refuseBlockedPurchase(
  tx: NodePgDatabase,
  clock: Pick<Deps, 'now'>,
  { accountId, buyerId }: { accountId: number; buyerId: number | null },
): Promise<void> {
  const block = await findBlock(tx, clock, accountId, 'buy');
  if (!block) return;
  if (buyerId === accountId) fail('accountBlocked', { block });
  fail('accountNotFound');
}

/**
 * Counts an e-mail before it is looked up, if a visitor without a session named it. If the e-mail has an account, the
 * count for unknown e-mails is taken back. Logins are public in the game and are not counted.
 * @throws AppError tooManyEmails, and what `lookUp` throws
 */
export async function countingEmails<T>(
  deps: Deps,
  { request, buyer, login }: { request: FastifyRequest; buyer: SessionAccount | null; login: string },
  lookUp: () => Promise<T>,
): Promise<T> {
  if (buyer || !login.includes('@')) return lookUp();
  for (const limits of [NAMED_EMAILS, UNKNOWN_EMAILS])
    await countAttemptOfCaller(deps, request, limits).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'tooManyRequests') throw error;
      const { retryAfterSeconds = 3600 } = error.details;
      fail('tooManyEmails', { errors: { login: 'tooManyEmails' }, retryAfterSeconds, cause: error });
    });
  const isUnknown = (error: unknown) => error instanceof AppError && error.code === 'accountNotFound';
  const free = async () => {
    for (const [limit, subject] of callerCounters(deps, request, UNKNOWN_EMAILS))
      await takeBackAttempt(deps, limit, subject);
  };
  try {
    const found = await lookUp();
    await free();
    return found;
  } catch (error) {
    if (!isUnknown(error)) await free();
    throw error;
  }
}
