import { and, desc, eq, gt, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { BlockNotice, BlockScope } from '#/contract/kernel/blocks.ts';
import { accountBlocks } from '#/server/platform/db/tables/accounts.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { endSessionsOf } from './liveSessions.ts';

type Clock = Pick<Deps, 'now'>;
export type BlockRow = typeof accountBlocks.$inferSelect;

/** SQL condition on `account_blocks`: the block is in force. A block ends by the clock; no job ends it. */
export const whereInForce = (at: Date) =>
  and(isNull(accountBlocks.liftedAt), or(isNull(accountBlocks.endsAt), gt(accountBlocks.endsAt, at)));

/**
 * The text of an SQL condition for named statements: the scope is blocked for an account.
 * @param accountId SQL of its id, with the name of its table
 * @param at SQL of the time
 */
export const blockedText = (scope: BlockScope, accountId: string, at: string): string =>
  `EXISTS (SELECT FROM account_blocks block WHERE block.scope = '${scope}' AND block.account_id = ${accountId}
      AND block.lifted_at IS NULL AND (block.ends_at IS NULL OR block.ends_at > ${at}))`;

/**
 * SQL condition: the scope is blocked for an account.
 * @param accountId SQL of its id, with the name of its table, because drizzle omits the name in the columns of a
 * selection
 */
export const whereBlocked = (scope: BlockScope, accountId: SQL, at: Date): SQL =>
  sql`EXISTS (SELECT FROM account_blocks block WHERE block.scope = ${scope} AND block.account_id = ${accountId}
    AND block.lifted_at IS NULL AND (block.ends_at IS NULL OR block.ends_at > ${at}))`;

/** Finds the block of a scope that is in force. If there are several, the one that ends last. */
export async function findBlock(
  db: NodePgDatabase,
  { now }: Clock,
  accountId: number,
  scope: BlockScope,
): Promise<BlockNotice | undefined> {
  const [block] = await db
    .select({ endsAt: accountBlocks.endsAt })
    .from(accountBlocks)
    .where(and(eq(accountBlocks.scope, scope), eq(accountBlocks.accountId, accountId), whereInForce(now())))
    .orderBy(sql`${accountBlocks.endsAt} DESC NULLS FIRST`)
    .limit(1);
  return block && { scope, until: block.endsAt?.toISOString() ?? null };
}

/**
 * Refuses an action that is blocked for an account. Runs in the transaction of the action, after the account was locked:
 * a block that is set meanwhile waits for the lock.
 * @throws AppError accountBlocked with scope and end
 */
export async function refuseBlocked(
  tx: NodePgDatabase,
  clock: Clock,
  accountId: number,
  scope: BlockScope,
): Promise<void> {
  const block = await findBlock(tx, clock, accountId, scope);
  if (block) fail('accountBlocked', { block });
}

/** A block that is not set yet. */
export type NewBlock = Pick<BlockRow, 'accountId' | 'scope' | 'source' | 'reason' | 'endsAt' | 'setBy'>;

/**
 * Sets a block from now on. A blocked sign-in ends the sessions. Requires `lockAccount`.
 * @returns the block, and the number of ended sessions
 */
export async function setBlock(
  tx: NodePgDatabase,
  deps: Clock,
  block: NewBlock,
): Promise<{ row: BlockRow; ended: number }> {
  const [row] = await tx
    .insert(accountBlocks)
    .values({ ...block, startsAt: deps.now() })
    .returning();
  const ended = block.scope === 'sign-in' ? await endSessionsOf(tx, deps, block.accountId) : 0;
  return { row: row!, ended };
}

/** Lists the blocks of an account that are in force, the newest first. */
export const blocksInForce = (db: NodePgDatabase, { now }: Clock, accountId: number): Promise<BlockRow[]> =>
  db
    .select()
    .from(accountBlocks)
    .where(and(eq(accountBlocks.accountId, accountId), whereInForce(now())))
    .orderBy(desc(accountBlocks.id));

/** Lifts blocks before their end. Requires `lockAccount`, and that none of them is the player's own. */
export async function liftBlocks(
  tx: NodePgDatabase,
  { now }: Clock,
  where: SQL,
  liftedBy: number | null,
): Promise<number> {
  const lifted = await tx
    .update(accountBlocks)
    .set({ liftedAt: now(), liftedBy })
    .where(where)
    .returning({ id: accountBlocks.id });
  return lifted.length;
}
