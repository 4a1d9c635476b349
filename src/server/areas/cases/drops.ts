import { and, desc, eq, inArray, ne, not, sql } from 'drizzle-orm';
import type { Drop, DropFeedReply } from '#/contract/cases.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { whereBlocked } from '#/server/domain/accounts/access/blocks.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { caseItems, cases } from '#/server/platform/db/tables/cases.ts';
import { coupons, drops } from '#/server/platform/db/tables/prizes.ts';
import { servers } from '#/server/platform/db/tables/servers.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { maskedName } from '#/server/platform/kernel/maskedName.ts';
import type { FeedIds } from './feedIds.ts';

const dropColumns = {
  id: drops.id,
  at: drops.at,
  login: accounts.login,
  serverNames: servers.names,
  itemNames: caseItems.names,
  imageName: caseItems.imageName,
  color: caseItems.color,
  caseId: cases.id,
  caseNames: cases.names,
};

const selectDrops = ({ db }: Pick<Deps, 'db'>) =>
  db
    .select(dropColumns)
    .from(drops)
    .innerJoin(coupons, eq(coupons.id, drops.couponId))
    .innerJoin(accounts, eq(accounts.id, coupons.accountId))
    .innerJoin(servers, eq(servers.key, accounts.serverKey))
    .innerJoin(caseItems, eq(caseItems.id, coupons.itemId))
    .innerJoin(cases, eq(cases.id, caseItems.caseId));

/** Reads the newest drops, the newest first, without those of closed accounts and of players who are banned. */
export const newestDrops = (deps: Pick<Deps, 'db' | 'now'>, limit: number) =>
  selectDrops(deps)
    .where(and(ne(accounts.status, 'closed'), not(whereBlocked('sign-in', sql`accounts.id`, deps.now()))))
    .orderBy(desc(drops.id))
    .limit(limit);

type DropRow = Awaited<ReturnType<typeof newestDrops>>[number];

/** A drop in its public form. */
export function dropOf(row: DropRow, locale: Locale): Drop {
  return {
    id: row.id,
    player: maskedName(row.login),
    serverName: row.serverNames[locale],
    item: { name: row.itemNames[locale], imageName: row.imageName, color: row.color },
    case: { id: row.caseId, name: row.caseNames[locale] },
    at: row.at.toISOString(),
  };
}

/** Reads the drops of a feed, in its order (FA8). */
export async function listDrops(
  deps: Pick<Deps, 'db'>,
  { period, ids }: FeedIds,
  locale: Locale,
): Promise<DropFeedReply> {
  const rows = await selectDrops(deps).where(and(inArray(drops.id, ids), ne(accounts.status, 'closed')));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const inOrder = ids.flatMap((id) => byId.get(id) ?? []);
  return { period, drops: inOrder.map((row) => dropOf(row, locale)) };
}
