import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { createPlayer, open, type Player } from '../../support/app/factories.ts';
import { randomOf } from '../../support/app/random.ts';
import {
  applyPaymentEvent,
  giveCoins,
  order,
  saveCart,
  useFakeProvider,
} from '../../support/players/shopping.ts';
import type { TestApp } from '../../support/app/testApp.ts';
import { GOOD } from '../../support/catalogue/testShop.ts';

export interface MixedFigure {
  clients: number;
  operations: number;
  /** Number of times that the sum of all balances was read while others wrote, and of sums other than 0. */
  snapshots: number;
  snapshotsWanted: number;
  unbalanced: number;
  /** Answers that are neither a success nor a refusal. */
  failed: string[];
  /** Players whose coins are not what their acknowledged operations come to. */
  wrongCoins: number;
  broken: Record<string, number>;
}

const START_COINS = 500;

interface Client {
  player: Player;
  /** Expected coins minus debt, computed from the answers. */
  coins: number;
  /** Granted orders that can still be refunded. */
  granted: { id: string; coins: number }[];
}

/** Many players who buy, pay, open and are refunded at once; every snapshot of the books must balance (T1). */
export async function mixPurchases(
  newSite: () => Promise<TestApp>,
  { clients, operations }: { clients: number; operations: number },
): Promise<MixedFigure> {
  const site = await newSite();
  useFakeProvider(site);
  const snapshotsWanted = Math.min(200, clients * operations);
  const figure: MixedFigure = {
    clients,
    operations,
    snapshots: 0,
    snapshotsWanted,
    unbalanced: 0,
    failed: [],
    wrongCoins: 0,
    broken: {},
  };
  const players: Client[] = [];
  for (let at = 0; at < clients; at++) {
    const player = await createPlayer(site.deps, { 3: 2 });
    await giveCoins(site, player.accountId, START_COINS);
    players.push({ player, coins: START_COINS, granted: [] });
  }
  let isOver = false;
  const watching = watch(site, figure, () => isOver);
  await Promise.all(players.map((client, at) => act(site, figure, client, { operations, seed: at + 1 })));
  isOver = true;
  await watching;
  for (const { player, coins } of players) {
    const { rows } = await site.pool.query<{ coins: string }>(
      'SELECT sum(balance) AS coins FROM ledger_accounts WHERE owner_id = $1',
      [player.accountId],
    );
    if (Number(rows[0]?.coins) !== coins) figure.wrongCoins++;
  }
  figure.broken = await brokenInvariants(site.pool);
  await site.close();
  return figure;
}

async function watch({ pool }: TestApp, figure: MixedFigure, isOver: () => boolean): Promise<void> {
  while (!isOver() || figure.snapshots < figure.snapshotsWanted) {
    const { rows } = await pool.query<{ sum: string; least: string }>(
      `SELECT sum(balance) AS sum, min(balance) FILTER (WHERE kind = 'wallet') AS least FROM ledger_accounts`,
    );
    figure.snapshots++;
    if (Number(rows[0]?.sum) !== 0 || Number(rows[0]?.least) < 0) figure.unbalanced++;
  }
}

async function act(
  site: TestApp,
  figure: MixedFigure,
  client: Client,
  { operations, seed }: { operations: number; seed: number },
): Promise<void> {
  const { below } = randomOf(seed);
  const acts = [buyWithCoins, buyWithCoins, payForCoins, refund, openOne, readOrders];
  for (let at = 0; at < operations; at++) {
    const status = await acts[below(acts.length)]!(site, client, `client-${seed}-${at}`);
    if (status >= 500 && status !== 503) figure.failed.push(`${seed}/${at}: ${status}`);
  }
}

async function buyWithCoins(site: TestApp, client: Client, key: string): Promise<number> {
  const body = { product_id: GOOD.caseForCoins, product_type: 0, product_qty: 1 };
  const headers = { ...client.player.headers, [IDEMPOTENCY_HEADER]: key };
  const replies = await Promise.all(
    [1, 2].map(() => site.post('/api/v1/order/store-by-coin', body, headers)),
  );
  if (replies.some(({ statusCode }) => statusCode === 200)) client.coins -= 20;
  return Math.max(...replies.map(({ statusCode }) => statusCode));
}

async function payForCoins(site: TestApp, client: Client): Promise<number> {
  const cart = await saveCart(site, client.player, { amount: 60 });
  const placed = await order(site, cart);
  if (placed.statusCode !== 200) return placed.statusCode;
  const { order: id } = placed.json<{ order: string }>();
  const states = await Promise.all([
    applyPaymentEvent(site, id, 'paid'),
    applyPaymentEvent(site, id, 'paid'),
  ]);
  if (!states.includes('granted')) return 500;
  client.granted.push({ id, coins: 60 });
  client.coins += 60;
  return 200;
}

async function refund(site: TestApp, client: Client): Promise<number> {
  const last = client.granted.pop();
  if (!last) return 200;
  const states = await Promise.all([
    applyPaymentEvent(site, last.id, 'refunded'),
    applyPaymentEvent(site, last.id, 'chargedBack'),
  ]);
  client.coins -= last.coins;
  return states.includes('charged_back') ? 200 : 500;
}

const openOne = async (site: TestApp, { player }: Client, key: string): Promise<number> =>
  (await open(site, player, { case_id: 1 }, key)).statusCode;

const readOrders = async (site: TestApp, { player }: Client): Promise<number> =>
  (await site.get('/api/v1/orders', player.headers)).statusCode;
