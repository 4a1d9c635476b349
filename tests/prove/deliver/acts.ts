import { eq } from 'drizzle-orm';
import { setTimeout as sleep } from 'node:timers/promises';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { deliver } from '#/server/domain/deliveries/deliver.ts';
import { beginLink, confirmLink, endLink, findLink } from '#/server/domain/gameServers/links.ts';
import { setPermit } from '#/server/domain/gameServers/spendPermits.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { GOOD } from '../../support/catalogue/testShop.ts';
import { giveCoupons, postAs } from '../../support/players/cabinet.ts';
import { deliveriesOf } from '../../support/players/deliveries.ts';
import { applyPaymentEvent, pendingOrder } from '../../support/players/shopping.ts';
import { type Buyer, pick, type Scene } from './scene.ts';
import { playerKeyOf } from './worlds.ts';

const COINS_OF_SERVICE = 50;
/** Coins a day that the game may spend for a buyer. */
const SPENT_MOST = 1_000_000;
/** Number of parcels that a character can carry. */
const MOST_PARCELS = 4;

type Act = (scene: Scene, buyer: Buyer) => Promise<unknown>;

let done = 0;

async function payFor({ site }: Scene, { member, game, orders }: Buyer, purchase: object): Promise<void> {
  const order = await pendingOrder(site, member, { server: game.kind.serverKey, ...purchase });
  await applyPaymentEvent(site, order, 'paid');
  orders.push(order);
}

const hasRoom = ({ game, parcels }: Buyer) => game.kind.adapter === 'ragemp' || parcels < MOST_PARCELS;

/** Buys with coins over HTTP, and asks again with the same key until the site has answered. */
async function buyWithCoins({ server, missed }: Scene, buyer: Buyer): Promise<void> {
  if (!hasRoom(buyer)) return;
  buyer.parcels++;
  const key = `deliver-${process.pid}-${++done}`;
  for (;;) {
    const answer = await fetch(`${server.url}/api/v1/order/store-by-coin`, {
      method: 'POST',
      headers: {
        ...buyer.member.headers,
        'content-type': 'application/json',
        [IDEMPOTENCY_HEADER]: key,
      },
      body: JSON.stringify({ product_id: GOOD.serviceForCoins, product_type: 'Services', product_qty: 1 }),
    }).catch(() => undefined);
    if (answer?.status === 200) return;
    if (answer && answer.status !== 503) return void missed.push(`a purchase: ${await answer.text()}`);
    await sleep(20);
  }
}

/** Buys in the game with coins. An answer that is lost, or a game that is killed, must not buy twice. */
async function buyInGame(_scene: Scene, buyer: Buyer): Promise<void> {
  if (!hasRoom(buyer)) return;
  buyer.parcels++;
  const { game, player } = buyer;
  game.tell({ do: 'buy', player, goods: GOOD.serviceForCoins, coins: COINS_OF_SERVICE });
}

async function takePrize({ site }: Scene, { member, coupons }: Buyer): Promise<void> {
  const [id] = await giveCoupons(site, member, 1);
  await postAs(site, member, '/api/v1/coupons/take', { ids: [id] });
  coupons.push(id!);
}

/** Puts the newest prize back, if the game has not begun it. */
async function putBack({ site }: Scene, { member }: Buyer): Promise<void> {
  const prize = (await deliveriesOf(site, member.accountId)).findLast(({ refType }) => refType === 'coupon');
  if (prize) await postAs(site, member, `/api/v1/user/deliveries/${prize.id}/put-back`);
}

/** The operator gives pieces, as `npm run grant` does. */
export const grant = ({ site }: Scene, { member, game }: Buyer, code: string, count: number) =>
  withTx(site.pool, (tx) =>
    deliver(tx, site.deps, {
      accountId: member.accountId,
      serverKey: game.kind.serverKey,
      kind: 'give',
      code,
      count,
      reason: 'operator',
      refType: 'grant',
      refId: `deliver-${process.pid}-${++done}`,
    }),
  );

const giveGift: Act = (scene, buyer) => grant(scene, buyer, 'unban', 1 + scene.random.below(3));

/** The money of an order goes back, by a refund or by a dispute. */
export async function refund(scene: Scene, { orders, chargedBack }: Buyer): Promise<void> {
  const order = pick(scene, orders);
  if (order === undefined) return;
  orders.splice(orders.indexOf(order), 1);
  const isDispute = scene.random.below(2) === 0;
  await applyPaymentEvent(scene.site, order, isDispute ? 'chargedBack' : 'refunded');
  if (isDispute) chargedBack.push(order);
}

/** The shop wins a dispute, so it has the money again. */
async function winDispute({ site }: Scene, { chargedBack }: Buyer): Promise<void> {
  const order = chargedBack.shift();
  if (order !== undefined) await applyPaymentEvent(site, order, 'disputeWon');
}

/** Ties a buyer to a player of the game; what was bought before waits, unless the mailed link confirms it. */
export async function link({ site, random }: Scene, { member }: Buyer, player: string): Promise<void> {
  await withTx(site.pool, async (tx) => {
    const account = (await lockAccount(tx, eq(accounts.id, member.accountId)))!;
    const before = await findLink(tx, account.id);
    if (before) await endLink(tx, site.deps, before);
    const begun = await beginLink(tx, site.deps, account, { player });
    await confirmLink(tx, site.deps, begun, random.below(2) === 0 ? 'mail' : 'cabinet');
    await setPermit(tx, site.deps, account.id, SPENT_MOST);
  });
}

/** A buyer lets the game spend their coins. */
export const permit = ({ site }: Scene, { member }: Buyer): Promise<void> =>
  withTx(site.pool, (tx) => setPermit(tx, site.deps, member.accountId, SPENT_MOST));

/** The first buyer of a game with links changes between two players. */
async function changeLink(scene: Scene, buyer: Buyer): Promise<void> {
  if (buyer.game.kind.adapter !== 'fivem' || buyer !== scene.buyers.find(({ game }) => game === buyer.game))
    return;
  buyer.player = buyer.player.endsWith('p1') ? 'license2:p4' : 'license2:p1';
  await link(scene, buyer, buyer.player);
}

const leave: Act = async (_scene, { game, player }) => game.tell({ do: 'leave', player });
const join: Act = async (_scene, { game, player }) => game.tell({ do: 'join', player });
/** Everybody joins a game. Somebody else plays the character that a link was changed from, and back. */
export function joinAll({ buyers }: Scene, game: Buyer['game']): void {
  for (const { player, game: at } of buyers) if (at === game) game.tell({ do: 'join', player });
  if (game.kind.adapter === 'fivem')
    for (const number of [1, 4]) game.tell({ do: 'join', player: playerKeyOf(number) });
}

const save: Act = async (_scene, { game }) => game.tell({ do: 'save' });

/** Acts of buyers and operators, with their frequencies. */
const ACTS: [string, number, Act][] = [
  ['pay', 8, (scene, buyer) => payFor(scene, buyer, { product_type: 'Services', goods_id: GOOD.service })],
  ['coins', 4, buyWithCoins],
  ['buyInGame', 4, buyInGame],
  ['premium', 2, (scene, buyer) => payFor(scene, buyer, { product_type: 'Premium', goods_id: GOOD.premium })],
  ['prize', 4, takePrize],
  ['putBack', 2, putBack],
  ['gift', 3, giveGift],
  ['refund', 5, refund],
  ['winDispute', 1, winDispute],
  ['leave', 2, leave],
  ['join', 5, join],
  ['save', 3, save],
  ['changeLink', 1, changeLink],
];
const DRAWN = ACTS.flatMap(([name, weight, act]) => Array.from({ length: weight }, () => ({ name, act })));

/** Does one random act. */
export async function actAtRandom(scene: Scene): Promise<void> {
  const buyer = pick(scene, scene.buyers)!;
  const { name, act } = pick(scene, DRAWN)!;
  scene.acts[name] = (scene.acts[name] ?? 0) + 1;
  await act(scene, buyer);
}

/** A buyer joins their game and buys something that it gives. */
export async function provoke(scene: Scene, game: Buyer['game']): Promise<void> {
  const buyer = pick(
    scene,
    scene.buyers.filter((each) => each.game === game),
  )!;
  await join(scene, buyer);
  await payFor(scene, buyer, { product_type: 'Services', goods_id: GOOD.service });
}

/** Somebody leaves a game and comes back. */
export async function provokePresence(scene: Scene, game: Buyer['game']): Promise<void> {
  const buyer = pick(
    scene,
    scene.buyers.filter((each) => each.game === game),
  )!;
  await leave(scene, buyer);
  await join(scene, buyer);
}

/** A buyer of a game, who is there and has room, buys something in it. */
export async function provokePurchase(scene: Scene, game: Buyer['game']): Promise<void> {
  const buyer = pick(
    scene,
    scene.buyers.filter((each) => each.game === game && hasRoom(each)),
  );
  if (!buyer) return;
  await join(scene, buyer);
  await buyInGame(scene, buyer);
}

/** A buyer buys with coins, over HTTP. */
export async function provokeGrant(scene: Scene): Promise<void> {
  const buyer = pick(scene, scene.buyers.filter(hasRoom));
  if (buyer) await buyWithCoins(scene, buyer);
}
