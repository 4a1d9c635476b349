import { and, arrayContains, eq, isNull, or } from 'drizzle-orm';
import type { GiftsReply } from '#/contract/operator/playerActs.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { cases } from '#/server/platform/db/tables/cases.ts';
import { goods } from '#/server/platform/db/tables/shop.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

/**
 * Lists the possible gifts for a player, in the order of the shop (O13).
 * @throws AppError notFound
 */
export async function playerGifts({ db }: Pick<Deps, 'db'>, accountId: number): Promise<GiftsReply> {
  const [account] = await db
    .select({ server: accounts.serverKey })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (!account) return fail('notFound');
  const soldThere = or(isNull(goods.serverKeys), arrayContains(goods.serverKeys, [account.server]));
  return {
    cases: await db
      .select({ id: cases.id, names: cases.names })
      .from(cases)
      .orderBy(cases.sortOrder, cases.id),
    goods: await db
      .select({ id: goods.id, names: goods.names })
      .from(goods)
      // packs of cases are left out, because cases can be given directly
      .where(and(eq(goods.isWithdrawn, false), isNull(goods.caseId), soldThere))
      .orderBy(goods.type, goods.sortOrder, goods.id),
  };
}
