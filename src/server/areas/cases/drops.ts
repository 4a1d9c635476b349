import { desc, eq, ne } from 'drizzle-orm';
import { type Drop, DROPS_SHOWN } from '#/contract/cases.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { caseItems, cases } from '#/server/platform/db/tables/cases.ts';
import { coupons, drops } from '#/server/platform/db/tables/prizes.ts';
import { servers } from '#/server/platform/db/tables/servers.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { maskedName } from '#/server/platform/kernel/maskedName.ts';

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

/** Reads the newest drops, the newest first, without those of deleted accounts. */
export function newestDrops({ db }: Pick<Deps, 'db'>, limit: number) {
  return db
    .select(dropColumns)
    .from(drops)
    .innerJoin(coupons, eq(coupons.id, drops.couponId))
    .innerJoin(accounts, eq(accounts.id, coupons.accountId))
    .innerJoin(servers, eq(servers.key, accounts.serverKey))
    .innerJoin(caseItems, eq(caseItems.id, coupons.itemId))
    .innerJoin(cases, eq(cases.id, caseItems.caseId))
    .where(ne(accounts.status, 'closed'))
    .orderBy(desc(drops.id))
    .limit(limit);
}

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

/** The drops for a newly opened page. */
export async function listDrops(deps: Deps, locale: Locale): Promise<{ drops: Drop[] }> {
  const rows = await newestDrops(deps, DROPS_SHOWN);
  return { drops: rows.map((row) => dropOf(row, locale)) };
}
