import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { storeEvents } from '#/server/domain/payments/paymentInbox.ts';
import { settleOrder } from '#/server/domain/orders/settleOrder.ts';
import { createPlayer } from '../../support/app/factories.ts';
import {
  applyPaymentEvent,
  balanceOf,
  eventOf,
  giveCoins,
  order,
  pendingOrder,
  refOf,
  saveCart,
  useFakeProvider,
} from '../../support/players/shopping.ts';
import type { TestApp } from '../../support/app/testApp.ts';
import { GOOD } from '../../support/catalogue/testShop.ts';

export interface HotSpotFigure {
  rounds: number;
  parallel: number;
  /** Rounds in which another number took place than was permitted. */
  wrong: string[];
  broken: Record<string, number>;
}

const inParallel = <T>(count: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));
const buy = (site: TestApp, headers: Record<string, string>, goodsId: number) =>
  site.post('/api/v1/order/store-by-coin', { product_id: goodsId, product_type: 0, product_qty: 1 }, headers);

/** Many clients want the same thing at once: how many may get it, and how many got it. */
const SPOTS: Record<
  string,
  (site: TestApp, parallel: number) => Promise<[permitted: number, happened: number]>
> = {
  'one wallet, coins for 10': async (site, parallel) => {
    const player = await createPlayer(site.deps);
    await giveCoins(site, player.accountId, 200);
    const replies = await inParallel(parallel, () => buy(site, player.headers, GOOD.caseForCoins));
    return [Math.min(10, parallel), replies.filter(({ statusCode }) => statusCode === 200).length];
  },
  'one good, 7 left': async (site, parallel) => {
    await site.pool.query('UPDATE goods SET sale_limit = sold + 7 WHERE id = $1', [GOOD.otherCaseForCoins]);
    const buyers = await inParallel(10, () => createPlayer(site.deps));
    for (const { accountId } of buyers) await giveCoins(site, accountId, 40 * 7);
    const replies = await inParallel(parallel, (at) =>
      buy(site, buyers[at % buyers.length]!.headers, GOOD.otherCaseForCoins),
    );
    return [Math.min(7, parallel), replies.filter(({ statusCode }) => statusCode === 200).length];
  },
  'one cart': async (site, parallel) => {
    const cart = await saveCart(site, await createPlayer(site.deps));
    const replies = await inParallel(parallel, () => order(site, cart));
    const answers = new Set(replies.filter(({ statusCode }) => statusCode === 200).map(({ body }) => body));
    return [1, answers.size];
  },
  'one payment': async (site, parallel) => {
    const player = await createPlayer(site.deps);
    const id = await pendingOrder(site, player, { amount: 10 });
    const event = await eventOf(site, id, 'paid');
    const hearIt = async () => {
      await storeEvents(site.deps, 'sandbox', [event], '{}');
      return settleOrder(site.deps, { provider: 'sandbox', paymentRef: refOf(id) });
    };
    // an attempt without a connection in time is refused and repeated, as the inbox does
    await Promise.allSettled(Array.from({ length: parallel }, hearIt));
    await hearIt();
    return [10, await balanceOf(site, player.accountId)];
  },
  'one discount code, 3 uses': async (site, parallel) => {
    const player = await createPlayer(site.deps);
    const code = `HOT-${player.accountId}`;
    await site.pool.query('INSERT INTO discount_codes (code, fixed_cents, total_limit) VALUES ($1, 100, 3)', [
      code,
    ]);
    const carts = [];
    for (let at = 0; at < Math.min(parallel, 30); at++) {
      const cart = await saveCart(site, player);
      await site.post('/api/donate/cart/discount', { code }, cart.headers);
      carts.push(cart);
    }
    const replies = await Promise.all(carts.map((cart) => order(site, cart, { total_cents: 4900 })));
    const ids = replies.map((reply) => reply.json<{ order: string }>().order);
    // unpaid orders hold no code: the payments decide, at once
    const states = await Promise.all(ids.map((id) => applyPaymentEvent(site, id, 'paid')));
    return [3, states.filter((state) => state === 'granted').length];
  },
};

/** Rounds of many parallel requests for one thing, where a known number may succeed (T2). */
export async function aimAtHotSpots(
  newSite: () => Promise<TestApp>,
  { rounds, parallel }: { rounds: number; parallel: number },
): Promise<HotSpotFigure> {
  const site = await newSite();
  useFakeProvider(site);
  const figure: HotSpotFigure = { rounds, parallel, wrong: [], broken: {} };
  const spots = Object.entries(SPOTS);
  for (let round = 0; round < rounds; round++) {
    const [name, aim] = spots[round % spots.length]!;
    const [permitted, happened] = await aim(site, parallel);
    if (permitted !== happened) figure.wrong.push(`${name}: ${happened}, not ${permitted}`);
  }
  figure.broken = await brokenInvariants(site.pool);
  await site.close();
  return figure;
}
