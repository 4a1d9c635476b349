import { and, asc, eq, isNull, lt } from 'drizzle-orm';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { grantGift } from '#/server/domain/orders/grantGift.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { playerNews } from '#/server/platform/db/tables/playerNews.ts';
import { goods } from '#/server/platform/db/tables/shop.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { demoPlayer } from './demoPlayer.ts';

const DAY_MS = 24 * 60 * 60_000;
/** News of the history that is older than this counts as read. */
const READ_AFTER_MS = 7 * DAY_MS;
const GIFT_PIECES = 1;

/**
 * Gives the player of the demonstration something to read in the cabinet (C15): a gift that the simulated game hands over,
 * beside the friends whom the history has made active. Runs once, at the end of the history.
 */
export async function tellDemoPlayer(deps: Deps): Promise<void> {
  const byDemoLogin = and(eq(accounts.serverKey, demoPlayer.serverKey), eq(accounts.login, demoPlayer.login));
  await withTx(deps.pool, async (tx) => {
    const account = await lockAccount(tx, byDemoLogin!);
    if (!account) return;
    const { id: accountId } = account;
    const [good] = await tx
      .select({ id: goods.id })
      .from(goods)
      .where(and(eq(goods.type, 'Services'), eq(goods.isWithdrawn, false), isNull(goods.serverKeys)))
      .orderBy(asc(goods.sortOrder), asc(goods.id))
      .limit(1);
    if (good)
      await grantGift(tx, deps, account, `demo-${accountId}`, {
        what: 'goods',
        goodsId: good.id,
        count: GIFT_PIECES,
      });
    const old = new Date(deps.now().getTime() - READ_AFTER_MS);
    await tx
      .update(playerNews)
      .set({ readAt: playerNews.at })
      .where(and(eq(playerNews.accountId, accountId), lt(playerNews.at, old)));
  });
  deps.wakeUps.emit('deliveries');
}
