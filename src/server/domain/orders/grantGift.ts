import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Gift } from '#/contract/operator/playerActs.ts';
import { CENTS_PER_COIN } from '#/contract/kernel/limits.ts';
import { deliver, type DeliveryDeps } from '#/server/domain/deliveries/deliver.ts';
import { balanceDebt, lockBalances } from '#/server/domain/ledger/debt.ts';
import { grantCases } from '#/server/domain/ledger/grantCases.ts';
import { grantPremium } from '#/server/domain/ledger/grantPremium.ts';
import { transfer } from '#/server/domain/ledger/ledger.ts';
import { valueReward, worthOfReward } from '#/server/domain/referral/rewardGoods.ts';
import { cases } from '#/server/platform/db/tables/cases.ts';
import type { Localised } from '#/server/platform/db/tables/columns.ts';
import { goods } from '#/server/platform/db/tables/shop.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { goodsOf } from './orderGoods.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Description of the gift, and its worth in OC; undefined if the catalogue has no price for it. */
export interface Given {
  names: Localised | null;
  worth: number | undefined;
}

/**
 * Gives a player something for free: coins of the house account for gifts, cases with the odds in force, days of
 * Premium, or the contents of a good. Items of the game go through the outbox (D1). Requires that the account is
 * locked.
 * @param ref id of this gift in ledger and stock; a second gift with the same id is refused
 * @throws AppError caseNotFound at caseId, goodNotFound at goodsId
 */
export async function grantGift(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  account: { id: number; serverKey: string },
  ref: string,
  gift: Gift,
): Promise<Given> {
  const accountId = account.id;
  const cause = { reason: 'operator', refType: 'grant', refId: ref };
  if (gift.what === 'coins') {
    await giveCoins(tx, accountId, ref, gift.count);
    return { names: null, worth: gift.count };
  }
  if (gift.what === 'premium') {
    await grantPremium(tx, deps, { accountId, lengthMs: gift.count * DAY_MS, ...cause });
    return { names: null, worth: await worthOf(tx, { kind: 'premium', days: gift.count }) };
  }
  if (gift.what === 'case') {
    const { caseId, count } = gift;
    const [found] = await tx.select({ names: cases.names }).from(cases).where(eq(cases.id, caseId));
    if (!found) return fail('caseNotFound', { errors: { caseId: 'caseNotFound' } });
    await grantCases(tx, { accountId, caseId, count, ...cause });
    return { names: found.names, worth: await worthOf(tx, { kind: 'case', caseId, count }) };
  }
  const [good] = await tx.select().from(goods).where(eq(goods.id, gift.goodsId));
  if (!good) return fail('goodNotFound', { errors: { goodsId: 'goodNotFound' } });
  const { names, grants, priceCoins, priceCents } = good;
  const quantity = gift.count;
  const contents = goodsOf({ coins: 0, bonusCoins: 0, quantity, grants, titles: names });
  for (const [caseId, count] of contents.cases) await grantCases(tx, { accountId, caseId, count, ...cause });
  await grantPremium(tx, deps, { accountId, lengthMs: contents.premiumDays * DAY_MS, ...cause });
  for (const thing of contents.game.values())
    await deliver(tx, deps, {
      accountId,
      serverKey: account.serverKey,
      kind: 'give',
      ...thing,
      ...cause,
    });
  if (contents.coins > 0) await giveCoins(tx, accountId, ref, contents.coins);
  const price = priceCoins ?? (priceCents === null ? undefined : Math.ceil(priceCents / CENTS_PER_COIN));
  return { names, worth: price && price * quantity };
}

/** Transfers coins from the house account for gifts. A debt of the player is paid first. */
async function giveCoins(tx: NodePgDatabase, ownerId: number, refId: string, amount: number): Promise<void> {
  await lockBalances(tx, ownerId, ['bonus']);
  const to = { kind: 'wallet', ownerId } as const;
  const cause = { reason: 'operator', refType: 'grant', refId };
  await transfer(tx, { from: { kind: 'bonus' }, to, amount, ...cause });
  await balanceDebt(tx, ownerId);
}

/** Values a grant by today's catalogue, in OC; undefined if it is not for sale. */
async function worthOf(
  tx: NodePgDatabase,
  grant: Parameters<typeof valueReward>[1][number],
): Promise<number | undefined> {
  return worthOfReward(await valueReward(tx, [grant])) || undefined;
}
