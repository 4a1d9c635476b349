import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { releaseCashBacks } from '#/server/domain/referral/releaseCashBacks.ts';
import { rewardMilestones } from '#/server/domain/referral/rewardMilestones.ts';
import type { PaymentEvent, PaymentEventKind } from '#/server/ports/payments.ts';
import { expireOrders } from '#/server/domain/orders/expireOrders.ts';
import { storeEvents } from '#/server/domain/payments/paymentInbox.ts';
import { settleOrder } from '#/server/domain/orders/settleOrder.ts';
import type { OpenCaseReply } from '#/contract/cases.ts';
import { createPlayer, open, type Player } from '../../support/app/factories.ts';
import { inviteActive, verify } from '../../support/players/referrals.ts';
import { applyPaymentEvent, eventOf, pendingOrder } from '../../support/players/shopping.ts';
import type { TestApp } from '../../support/app/testApp.ts';
import { GOOD } from '../../support/catalogue/testShop.ts';

/** A player to whose money everything can happen that can happen to the money of one account. */
export interface Scene {
  site: TestApp;
  player: Player;
  referee: Player;
  couponId: number;
  /** Payment events that the provider will report. */
  events: Record<keyof typeof EVENTS, PaymentEvent>;
}

/** Public names of what the provider says, and of which order. */
const EVENTS = {
  paid: 'paid',
  paidBack: 'refunded',
  coinsRefunded: 'refunded',
  casesChargedBack: 'chargedBack',
  disputeWon: 'disputeWon',
  refereeRefunded: 'refunded',
} as const satisfies Record<string, PaymentEventKind>;

const WAITED = `interval '15 days'`;

/**
 * A player with 60 OC, five pieces of case 1 that were bought and three that were not, a prize of 30 OC, an unpaid order
 * that has run out, one that is charged back, and a referral whose cash-back and reward may be given at this moment.
 */
export async function createScene(site: TestApp): Promise<Scene> {
  const { pool, deps } = site;
  const player = await createPlayer(deps, { 1: 4 });
  await verify(site, player);
  const referee = await inviteActive(site, player, { amount: 1000 });
  await rewardMilestones(deps);
  await pool.query(`UPDATE orders SET granted_at = granted_at - ${WAITED} WHERE account_id = $1`, [
    referee.accountId,
  ]);
  await pool.query(
    `UPDATE cash_backs SET created_at = created_at - ${WAITED}, release_at = release_at - ${WAITED} WHERE inviter_id = $1`,
    [player.accountId],
  );
  await pool.query(
    `UPDATE referral_rewards SET created_at = created_at - ${WAITED}, release_at = release_at - ${WAITED},
       look_at = look_at - ${WAITED} WHERE account_id = $1`,
    [player.accountId],
  );
  const opened = await open(site, player, { case_id: 1 });
  const couponId = opened.json<OpenCaseReply>().coupons[0]!.id;
  await pool.query('UPDATE coupons SET is_swap_available = true, premium_coins_price = 30 WHERE id = $1', [
    couponId,
  ]);
  const coins = await pendingOrder(site, player, { amount: 60 });
  await applyPaymentEvent(site, coins, 'paid');
  const cases = await pendingOrder(site, player, { product_type: 'casesItem', goods_id: GOOD.fiveCases });
  await applyPaymentEvent(site, cases, 'paid');
  const disputed = await pendingOrder(site, player, { amount: 50 });
  await applyPaymentEvent(site, disputed, 'paid');
  await applyPaymentEvent(site, disputed, 'chargedBack', { causeRef: `dispute-${disputed}` });
  const unpaid = await pendingOrder(site, player, { amount: 100 });
  await pool.query('UPDATE orders SET expires_at = $2 WHERE public_id = $1', [unpaid, deps.now()]);
  const events = {
    paid: await eventOf(site, unpaid, EVENTS.paid),
    paidBack: await eventOf(site, unpaid, EVENTS.paidBack),
    coinsRefunded: await eventOf(site, coins, EVENTS.coinsRefunded),
    casesChargedBack: await eventOf(site, cases, EVENTS.casesChargedBack),
    disputeWon: await eventOf(site, disputed, EVENTS.disputeWon, { causeRef: `dispute-${disputed}` }),
    refereeRefunded: await eventOf(site, referee.order, EVENTS.refereeRefunded),
  };
  return { site, player, referee, couponId, events };
}

/** @returns the caller's answer: a status, or the state of an order */
type Rival = (scene: Scene) => Promise<string>;

const call =
  (key: string, url: string, body: (scene: Scene) => object): Rival =>
  async (scene) => {
    const { site, player } = scene;
    // the same operation twice is one that was repeated
    const headers = { ...player.headers, [IDEMPOTENCY_HEADER]: `rival-${key}-${player.accountId}` };
    return String((await site.post(url, body(scene), headers)).statusCode);
  };

const listen =
  (name: keyof typeof EVENTS): Rival =>
  async ({ site, events }) => {
    const event = events[name];
    await storeEvents(site.deps, 'sandbox', [event], '{}');
    await settleOrder(site.deps, { provider: 'sandbox', paymentRef: event.paymentRef });
    return 'heard';
  };

const job =
  (work: (deps: TestApp['deps']) => Promise<void>): Rival =>
  async ({ site }) => {
    await work(site.deps);
    return 'done';
  };

/** Operations that can happen to one account at the same time. */
export const RIVALS = {
  buy: call('buy', '/api/v1/order/store-by-coin', () => ({
    product_id: GOOD.caseForCoins,
    product_type: 0,
    product_qty: 2,
  })),
  openOne: call('openOne', '/api/v1/cases/open/', () => ({ case_id: 1 })),
  openFive: call('openFive', '/api/v1/cases/open-multiple/', () => ({ case_id: 1, count: 5 })),
  swap: call('swap', '/api/v1/coupons/convert', ({ couponId }) => ({ ids: [couponId] })),
  pay: listen('paid'),
  payBack: listen('paidBack'),
  expire: job(expireOrders),
  refundCoins: listen('coinsRefunded'),
  chargeBackCases: listen('casesChargedBack'),
  winDispute: listen('disputeWon'),
  refundReferee: listen('refereeRefunded'),
  releaseCashBack: job(releaseCashBacks),
  giveReward: job(rewardMilestones),
} as const satisfies Record<string, Rival>;
export type RivalName = keyof typeof RIVALS;

/** Reads the state afterwards, without names and times. */
export async function outcomeOf({ site, player, referee }: Scene): Promise<unknown> {
  const { rows } = await site.pool.query<{ outcome: unknown }>(
    `SELECT json_build_object(
       'balances', (SELECT json_agg(json_build_array(owner_id = $2, kind, balance) ORDER BY owner_id, kind)
         FROM ledger_accounts WHERE owner_id IN ($1, $2) AND balance <> 0),
       'inDebt', (SELECT json_agg(is_in_debt ORDER BY id) FROM accounts WHERE id IN ($1, $2)),
       'pieces', (SELECT json_agg(json_build_array(bought, opened) ORDER BY bought, opened)
         FROM case_lots WHERE account_id = $1 AND case_id = 1),
       'prizes', (SELECT json_object_agg(state, count) FROM (
         SELECT state, count(*) FROM coupons WHERE account_id = $1 GROUP BY state) c),
       'orders', (SELECT json_agg(json_build_array(state, refunded_cents, total_coins) ORDER BY account_id, total_cents, total_coins)
         FROM orders WHERE account_id IN ($1, $2)),
       'cashBack', (SELECT json_agg(json_build_array(state, amount)) FROM cash_backs WHERE inviter_id = $1),
       'rewards', (SELECT json_agg(json_build_array(state, times)) FROM referral_rewards WHERE account_id = $1)) AS outcome`,
    [player.accountId, referee.accountId],
  );
  return rows[0]!.outcome;
}
