import { createHash } from 'node:crypto';
import type { GameBody, GameReplies } from '#/contract/game.ts';
import { leaseOrder, stillLeased } from '#/server/domain/deliveries/leases.ts';
import { findAccounts } from '#/server/domain/deliveries/playersOfGame.ts';
import type { HeardInstance } from '#/server/domain/gameServers/instances.ts';
import { takeFromPermit } from '#/server/domain/gameServers/spendPermits.ts';
import { buyWithCoins } from '#/server/domain/orders/buyWithCoins.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { effectOnce } from '#/server/platform/kernel/idempotency.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

/** Most deliveries in one lease; more than a good can cause. */
const LEASED_MAX = 100;

/**
 * Buys a good for a player in the game (D17): order, debit, permit and lease are one transaction, and a repeated key
 * buys once. A repeated answer leaves out deliveries that were handed over meanwhile or belong to another ledger, or
 * they would be given again.
 * @throws AppError goodNotFound, goodSoldOut, priceChanged, inDebt, notEnoughCoins; spendNotAllowed, also for a
 * player without an account; accountBlocked; idempotencyKeyReused if the key was used for another purchase;
 * booksStopped, shopClosed
 */
export async function purchase(
  deps: Deps,
  { serverKey, ledgerId, instanceId }: Pick<HeardInstance, 'serverKey' | 'ledgerId' | 'instanceId'>,
  { key, player, goods: goodsId, count: quantity, coins }: GameBody<'purchases'>,
): Promise<GameReplies['purchases']> {
  const { isStopped, isClosed } = deps.bookStops;
  if (isStopped('orders') || isStopped('coins')) fail('booksStopped');
  if (isClosed('shop')) fail('shopClosed');
  const accountId =
    (await withTx(deps.pool, (tx) => findAccounts(tx, serverKey, [player]))).get(player) ??
    fail('spendNotAllowed');
  const effect = {
    accountId,
    key: storedKey(serverKey, key),
    request: ['purchases', player, goodsId, quantity, coins],
  };
  const answer = await effectOnce<GameReplies['purchases']>(deps, effect, async (tx, client) => {
    const { order, coinsLeft } = await buyWithCoins(tx, deps, {
      accountId,
      goodsId,
      quantity,
      isAsShown: ({ totalCoins }) => totalCoins === coins,
      scope: 'spend-in-game',
      reason: 'paid with coins in the game',
    });
    // checked again under the account's lock, because the link may have ended since
    const owner = (await findAccounts(tx, serverKey, [player])).get(player);
    const isAllowed = owner === accountId && (await takeFromPermit(tx, deps, accountId, order.totalCoins));
    if (!isAllowed) fail('spendNotAllowed');
    const leasing = { serverKey, ledgerId, instanceId, max: LEASED_MAX };
    const deliveries =
      isStopped('deliveries') || isClosed('deliveries')
        ? []
        : await leaseOrder(client, deps, leasing, order.id);
    return { order: order.publicId, premiumCoins: coinsLeft, deliveries };
  });
  return { ...answer, deliveries: await stillLeased(deps.db, ledgerId, answer.deliveries) };
}

/** The key under which the answer is stored. It differs from keys of the player's browser and of other servers. */
const storedKey = (serverKey: string, key: string) =>
  `game-${createHash('sha256').update(`${serverKey}|${key}`).digest('base64url')}`;
