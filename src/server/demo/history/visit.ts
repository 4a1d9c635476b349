import { and, asc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { convertCoupons } from '#/server/areas/cases/convertCoupons.ts';
import { openMultiple } from '#/server/areas/cases/opening/openMultiple.ts';
import { revealPrizes } from '#/server/areas/cases/revealPrizes.ts';
import { takeCoupons } from '#/server/areas/cases/takeCoupons.ts';
import { storeByCoin } from '#/server/areas/shop/storeByCoin.ts';
import { caseItems, caseLots } from '#/server/platform/db/tables/cases.ts';
import { ledgerAccounts } from '#/server/platform/db/tables/ledger.ts';
import { coupons } from '#/server/platform/db/tables/prizes.ts';
import { goods } from '#/server/platform/db/tables/shop.ts';
import { type Account, accountOf } from './accounts.ts';
import type { Past } from './past.ts';
import type { Person } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { MINUTE_MS } from './rhythm.ts';

/** Purchases with coins in one visit. */
const PURCHASES_MAX = 3;
/** Most pieces that are opened at once. */
const OPENED_MAX = 10;
/** Prizes below this worth in OC are swapped by most players. */
const CHEAP_COINS = 600;

/** A player spends their coins, opens their cases, and swaps or takes their prizes. */
export async function visit(past: Past, person: Person, share: number): Promise<void> {
  const account = await accountOf(past, person);
  // a player in debt can neither spend coins nor open cases
  if (!account || account.isInDebt) return;
  const random = createRandom(Math.floor(share * 2 ** 32));
  for (let purchases = random.between(2, PURCHASES_MAX); purchases > 0; purchases--) {
    const hasBought = await spend(past, account, random);
    await past.pass(random.between(1, 4) * MINUTE_MS);
    for (const [caseId, count] of await stockOf(past, account)) {
      // some players keep a case for later
      if (random.chance(0.15)) continue;
      await openPieces(past, account, { caseId, count: Math.min(count, OPENED_MAX) }, random);
      await past.pass(random.between(1, 3) * MINUTE_MS);
    }
    if (!hasBought) break;
  }
}

/** Buys a good that the wallet pays for. @returns false if it pays for none */
async function spend({ deps }: Past, { id, locale }: Account, random: Random): Promise<boolean> {
  const byWallet = and(eq(ledgerAccounts.ownerId, id), eq(ledgerAccounts.kind, 'wallet'));
  const [wallet] = await deps.db.select().from(ledgerAccounts).where(byWallet);
  const affordable = await deps.db
    .select()
    .from(goods)
    .where(
      and(
        eq(goods.isWithdrawn, false),
        isNotNull(goods.priceCoins),
        sql`${goods.priceCoins} <= ${wallet?.balance ?? 0}`,
        sql`${goods.serverKeys} IS NULL`,
      ),
    )
    .orderBy(asc(goods.priceCoins), asc(goods.id));
  if (affordable.length === 0) return false;
  // mostly one of the most expensive goods that the player can pay
  const good = affordable[Math.floor(Math.sqrt(random.fraction()) * affordable.length)]!;
  const pays = Math.floor((wallet?.balance ?? 0) / (good.priceCoins ?? 1));
  const body = {
    product_id: good.id,
    product_qty: good.caseId === null ? 1 : Math.min(pays, random.between(1, 5)),
  };
  await storeByCoin(deps, { accountId: id, body, locale });
  return true;
}

/** Cases in stock with their pieces. */
async function stockOf({ deps }: Past, { id }: Account): Promise<[number, number][]> {
  const rows = await deps.db
    .select({
      caseId: caseLots.caseId,
      count: sql<number>`sum(${caseLots.bought} - ${caseLots.opened})::int`,
    })
    .from(caseLots)
    .where(and(eq(caseLots.accountId, id), lt(caseLots.opened, caseLots.bought)))
    .groupBy(caseLots.caseId)
    .orderBy(caseLots.caseId);
  return rows.map(({ caseId, count }) => [caseId, count]);
}

async function openPieces(
  past: Past,
  { id: accountId, isInDebt, locale }: Account,
  { caseId, count }: { caseId: number; count: number },
  random: Random,
): Promise<void> {
  const { deps } = past;
  const opened = await openMultiple(deps, { accountId, isInDebt, caseId, count, locale });
  const ids = opened.coupons.map(({ id }) => id);
  await past.pass(random.between(8, 25) * 1000);
  // some players close the page during the spin, so that the prizes stay unrevealed
  if (!random.chance(0.97)) return;
  await revealPrizes(deps, accountId, ids);
  const won = await deps.db
    .select({
      id: coupons.id,
      price: coupons.premiumCoinsPrice,
      canSwap: coupons.isSwapAvailable,
      gives: caseItems.gives,
    })
    .from(coupons)
    .innerJoin(caseItems, eq(caseItems.id, coupons.itemId))
    .where(inArray(coupons.id, ids))
    .orderBy(coupons.id);
  const swapped = won.filter(
    ({ canSwap, price }) => canSwap && random.chance(price < CHEAP_COINS ? 0.65 : 0.25),
  );
  const taken = won.filter((prize) => prize.gives && !swapped.includes(prize) && random.chance(0.6));
  await past.pass(random.between(1, 2) * MINUTE_MS);
  if (swapped.length > 0) await convertCoupons(deps, { accountId, ids: swapped.map(({ id }) => id) });
  if (taken.length > 0) await takeCoupons(deps, { accountId, ids: taken.map(({ id }) => id) });
}
