import { desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { PLAYER_LINES, type PlayerBlock } from '#/contract/operator/players.ts';
import { whereInForce } from '#/server/domain/accounts/access/blocks.ts';
import { accountBlocks } from '#/server/platform/db/tables/accounts.ts';
import { operators } from '#/server/platform/db/tables/operators/operators.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

const setters = alias(operators, 'setters');
const lifters = alias(operators, 'lifters');

/** Lists the blocks of a player with the names of the operators. Blocks in force come first. */
export async function listBlocks(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  accountId: number,
): Promise<PlayerBlock[]> {
  const isLive = sql<boolean>`${whereInForce(now())}`;
  const rows = await db
    .select({ block: accountBlocks, isLive, setBy: setters.name, liftedBy: lifters.name })
    .from(accountBlocks)
    .leftJoin(setters, eq(setters.id, accountBlocks.setBy))
    .leftJoin(lifters, eq(lifters.id, accountBlocks.liftedBy))
    .where(eq(accountBlocks.accountId, accountId))
    .orderBy(desc(isLive), desc(accountBlocks.id))
    .limit(PLAYER_LINES);
  return rows.map(({ block: { id, scope, source, reason, startsAt, endsAt, liftedAt }, ...row }) => ({
    id,
    scope,
    source,
    reason,
    from: startsAt.toISOString(),
    until: endsAt?.toISOString() ?? null,
    isLive: row.isLive,
    liftedAt: liftedAt?.toISOString() ?? null,
    setBy: row.setBy,
    liftedBy: row.liftedBy,
  }));
}
