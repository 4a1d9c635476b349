import type { Cart } from '#/contract/shop.ts';
import type { PaymentEventKind } from '#/server/ports/payments.ts';
import { applyPaymentEvent, order as placeOrder, saveCart } from '../../support/players/shopping.ts';
import { GOOD } from '../../support/catalogue/testShop.ts';
import { backCents, DISCOUNT_USES, followPayment, type ModelOrder, newGift, noteEvent } from './books.ts';
import { followReferral } from './referral.ts';
import { expectOk, expectSame, type ModelRun, newName, nowMs, pick, type Step } from './run.ts';

/* Steps that orders and their payments take, on the server and in the model. */

const COINS = [5, 60, 300, 1000];
/** Bonus of the coins of a purchase in percent, from so many coins on. */
const BONUSES = [
  [2500, 30],
  [1500, 20],
  [500, 10],
  [100, 5],
] as const;

export async function order(run: ModelRun, { who, which, size }: Step): Promise<void> {
  const player = pick(run.players, who)!;
  const coins = pick(COINS, size)!;
  const isCoins = which % 4 > 0;
  const purchase = isCoins ? { amount: coins } : { product_type: 'casesItem', goods_id: GOOD.fiveCases };
  const saved = await saveCart(run.site, player, purchase);
  let cents = isCoins ? coins * 10 : 900;
  const hasDiscount = which % 3 === 0 && cents > 150;
  const uses = run.orders.filter((each) => each.hasDiscount && each.paidCents.length > 0).length;
  if (hasDiscount) {
    const body = { code: run.discountCode };
    const reply = await run.site.post('/api/donate/cart/discount', body, saved.headers);
    if (expectOk('a discount', reply, uses < DISCOUNT_USES)) cents -= 100;
  }
  const bonus = BONUSES.find(([from]) => coins >= from)?.[1] ?? 0;
  const gift = isCoins ? newGift(coins + Math.floor((coins * bonus) / 100)) : newGift(0, 1, 5, 18);
  if (isCoins) {
    const { amount, bonus_qty: shown }: Cart = saved.cart;
    expectSame('what a cart promises', amount + shown, gift.coins);
  }
  // the client's sum is compared with the server's
  const reply = await placeOrder(run.site, saved, { total_cents: cents });
  expectOk('an order', reply, true);
  const made: ModelOrder = {
    id: reply.json<{ order: string }>().order,
    owner: player,
    cents,
    hasDiscount: hasDiscount && uses < DISCOUNT_USES,
    gift: isCoins || !hasDiscount || uses >= DISCOUNT_USES ? gift : newGift(0, 1, 5, 16),
    isGiven: false,
    isGood: false,
    paidCents: [],
    refunds: new Map(),
    disputes: new Set(),
    goodAtMs: 0,
  };
  run.orders.push(made);
  player.orders.push(made);
  if (size % 3 > 0) await say(run, made, 'paid');
}

/** The provider says something of an order's payment, once or twice. */
export async function say(
  run: ModelRun,
  about: ModelOrder,
  kind: PaymentEventKind,
  { cents = about.cents, cause = '', isTwice = false } = {},
): Promise<void> {
  const causeRef = cause || (kind === 'paid' ? `pay-${about.id}-${cents}` : `${kind}-${about.id}`);
  const before = { isGood: about.isGood, backCents: backCents(about) };
  const changes = { causeRef, amountCents: cents };
  await applyPaymentEvent(run.site, about.id, kind, changes);
  if (isTwice) await applyPaymentEvent(run.site, about.id, kind, changes);
  noteEvent(about, kind, causeRef, cents);
  followPayment(about, run.players, nowMs(run));
  followReferral(about, run.players, nowMs(run), before);
}

type OrderAct = (run: ModelRun, about: ModelOrder, step: Step) => Promise<void>;
export const ofOrder =
  (act: OrderAct) =>
  async (run: ModelRun, step: Step): Promise<void> => {
    const about = pick(run.orders, step.which);
    if (about) await act(run, about, step);
  };

export const refund: OrderAct = async (run, about, { size }) => {
  const left = about.cents - [...about.refunds.values()].reduce((sum, cents) => sum + cents, 0);
  if (left <= 0) return;
  const cents = size % 2 === 0 ? left : Math.max(1, Math.floor((left * ((size % 9) + 1)) / 10));
  await say(run, about, 'refunded', {
    cents,
    cause: `refund-${about.id}-${newName()}`,
    isTwice: size % 3 === 0,
  });
};

export const failRefund: OrderAct = async (run, about) => {
  const last = [...about.refunds].at(-1);
  if (last) await say(run, about, 'refundFailed', { cause: last[0], cents: last[1] });
};

export const chargeBack: OrderAct = async (run, about, { size }) => {
  if (about.disputes.size > 0 || about.paidCents.length === 0) return;
  await say(run, about, 'chargedBack', {
    cause: `dispute-${about.id}-${newName()}`,
    isTwice: size % 3 === 0,
  });
};

export const winDispute: OrderAct = async (run, about) => {
  const [cause] = about.disputes;
  if (cause) await say(run, about, 'disputeWon', { cause });
};
