import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyRequest } from 'fastify';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { callerCounters, takeBackAttempt, countAttempt } from '#/server/platform/kernel/rateLimit.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { orderGrants } from '#/server/platform/db/tables/payments.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { effectOnce } from '#/server/platform/kernel/idempotency.ts';
import { AppError, fail } from '#/server/platform/kernel/errors.ts';
import { INVITER_GUESSES, INVITER_GUESSES_BY_ACCOUNT } from '#/server/domain/accounts/rateLimits.ts';
import type { SessionAccount } from '#/server/domain/accounts/access/session.ts';

/** Advisory lock over the whole site, because two players could otherwise save each other at the same time. */
const SAVE_LOCK = 7_241_006;

/**
 * Saves the code of a player's inviter, permanently (C3, RF1). It must be saved before the first payment. The codes
 * of the player and of all players below them in the line of invitations are refused.
 * @throws AppError errorPromocode, inviterOwn, inviterSet or inviterTooLate, at the field promo_code; tooManyRequests;
 *   idempotencyKeyReused
 */
export async function saveInviter(
  deps: Deps,
  request: FastifyRequest,
  caller: SessionAccount,
  code: string,
  key: string | undefined,
): Promise<{ registrationPromoCode: string }> {
  const subjects = [
    [INVITER_GUESSES_BY_ACCOUNT, `#${caller.id}`],
    ...callerCounters(deps, request, INVITER_GUESSES),
  ] as const;
  for (const [rateLimit, subject] of subjects) await countAttempt(deps, rateLimit, subject);
  const giveAllBack = () =>
    Promise.all(subjects.map(([rateLimit, subject]) => takeBackAttempt(deps, rateLimit, subject)));
  try {
    const effect = { accountId: caller.id, key, request: ['saveInviter', code] };
    const saved = await effectOnce(deps, effect, (tx) => save(tx, deps, caller.id, code));
    await giveAllBack();
    return saved;
  } catch (error) {
    // only unknown codes count as guesses
    if (!(error instanceof AppError && error.code === 'errorPromocode')) await giveAllBack();
    throw error;
  }
}

const failAt = (code: 'errorPromocode' | 'inviterOwn' | 'inviterSet' | 'inviterTooLate') =>
  fail(code, { errors: { promo_code: code } });

async function save(
  tx: NodePgDatabase,
  deps: Deps,
  accountId: number,
  code: string,
): Promise<{ registrationPromoCode: string }> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${SAVE_LOCK})`);
  // locks the account, as granting an order does, so that a parallel payment comes before or after
  const [own] = await tx
    .select({ inviterId: accounts.inviterId, status: accounts.status, userPromoCode: accounts.userPromoCode })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('no key update');
  if (own?.status !== 'active') return fail('sessionRequired');
  if (own.inviterId !== null) failAt('inviterSet');
  if (own.userPromoCode === code) failAt('inviterOwn');
  // before the code is looked up, so that this answer tells nothing of the code
  if (await hasPaid(tx, accountId)) failAt('inviterTooLate');
  const [inviter] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.userPromoCode, code), ne(accounts.status, 'closed')));
  if (!inviter || (await descends(tx, inviter.id, accountId))) return failAt('errorPromocode');
  await tx
    .update(accounts)
    .set({ inviterId: inviter.id, invitedAt: deps.now() })
    .where(and(eq(accounts.id, accountId), isNull(accounts.inviterId)));
  const detail = { inviter: inviter.id };
  await writeAudit(tx, deps, { accountId, actor: 'player', event: 'inviterSaved', detail });
  return { registrationPromoCode: code };
}

/** Whether an order in euro was ever granted for the account. */
async function hasPaid(tx: NodePgDatabase, accountId: number): Promise<boolean> {
  const [paid] = await tx
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderGrants, eq(orderGrants.orderId, orders.id))
    .where(and(eq(orders.accountId, accountId), eq(orders.currency, 'EUR')))
    .limit(1);
  return paid !== undefined;
}

/** Whether a player is among the inviters above another one. */
async function descends(tx: NodePgDatabase, accountId: number, ancestorId: number): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    WITH RECURSIVE line AS (
      SELECT ${accountId}::bigint AS id
      UNION SELECT above.inviter_id FROM line JOIN accounts above ON above.id = line.id
      WHERE above.inviter_id IS NOT NULL)
    SELECT FROM line WHERE id = ${ancestorId}`);
  return (rowCount ?? 0) > 0;
}
