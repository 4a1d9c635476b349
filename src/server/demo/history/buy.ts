import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { endpoints } from '#/contract/calls/endpoints.ts';
import type { OrderState } from '#/contract/orders.ts';
import { closePayment } from '#/server/adapters/payments/sandboxBook.ts';
import { expireOrders } from '#/server/domain/orders/expireOrders.ts';
import type { OrderRow } from '#/server/domain/orders/moveOrder.ts';
import { asksCountry } from '#/server/domain/tax/requireCountry.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import { goods } from '#/server/platform/db/tables/shop.ts';
import { type Account, accountOf, browserOf } from './accounts.ts';
import type { Past } from './past.ts';
import { accepted } from './pastSite.ts';
import type { Person } from './people.ts';
import type { Act, CartEnd } from './plan.ts';
import { PROMOTION_CODE } from './promotion.ts';
import { HOUR_MS, MINUTE_MS } from './rhythm.ts';
import { CAPTCHA } from './signUpPerson.ts';

type Buying = Extract<Act, { kind: 'buy' }>;

/** Payment methods by frequency: most people pay by card. */
const METHODS = ['card', 'card', 'card', 'card_and_more', 'card_and_more', 'advcash', 'bitcoin', 'tether'];

/** Countries that buyers name where the payment method does not. */
const COUNTRIES = ['UA', 'PL', 'DE', 'LV', 'CZ', 'EE'];

/** Buys something for euro: cart, code, order, payment page, and the report of the payment system. */
export async function buy(past: Past, person: Person, buying: Buying): Promise<void> {
  const account = await accountOf(past, person);
  const purchase = account && (await purchaseOf(past, account, buying));
  if (!purchase) return;
  const { end } = buying;
  if (end === 'twice') return buyTwice(past, person, purchase, PROMOTION_CODE);
  const code = buying.hasCode ? PROMOTION_CODE : undefined;
  const { share } = buying;
  const order = await orderOf(past, person, purchase, { code, share, isOrdered: end !== 'noOrder' });
  if (!order) return;
  await past.pass((1 + buying.share * 6) * MINUTE_MS);
  await endPayment(past, order, end);
}

async function endPayment(past: Past, order: string, end: CartEnd): Promise<void> {
  const { deps } = past;
  const ref = await paymentOf(past, order);
  if (end === 'paid') await closePayment(deps, ref, 'paid');
  if (end === 'failed') await closePayment(deps, ref, 'declined');
  // the bank takes two hours, which exceeds the lifetime of an order
  if (end === 'late') await closePayment(deps, ref, 'paid', 2 * HOUR_MS);
  await past.work();
  if (end === 'paid' || end === 'failed') return;
  await past.pass(61 * MINUTE_MS);
  await expireOrders(deps);
  if (end !== 'late') return;
  await past.pass(HOUR_MS);
  await past.work();
}

/**
 * Uses a code with a limit of one order in two simultaneous orders. Both are paid, and an operator must decide about
 * the second.
 */
export async function buyTwice(past: Past, person: Person, purchase: object, code: string): Promise<void> {
  const both: string[] = [];
  for (const share of [0.1, 0.6]) {
    const order = await orderOf(past, person, purchase, { code, share, isOrdered: true });
    if (order) both.push(order);
    await past.pass(2 * MINUTE_MS);
  }
  for (const order of both) await endPayment(past, order, 'paid');
}

/**
 * Chooses the contents of the cart.
 * @returns undefined if nothing of that kind is for sale
 */
export async function purchaseOf(
  { deps }: Past,
  { login, serverKey }: Account,
  { coins, share }: Pick<Buying, 'coins' | 'share'>,
): Promise<object | undefined> {
  const recipient = { captcha: CAPTCHA, server: serverKey, login };
  if (coins !== null) return { ...recipient, product_type: 'one_coin', amount: coins };
  const soldHere = or(isNull(goods.serverKeys), sql`${serverKey} = ANY(${goods.serverKeys})`);
  const offered = await deps.db
    .select()
    .from(goods)
    .where(and(eq(goods.isWithdrawn, false), isNotNull(goods.priceCents), soldHere))
    .orderBy(goods.sortOrder, goods.id);
  // spreads the purchases evenly over cheap and expensive goods
  const good = offered[Math.floor(share * offered.length)];
  return good && { ...recipient, product_type: good.type, goods_id: good.id, product_qty: 1 };
}

interface Ordering {
  /** A discount code. */
  code?: string | undefined;
  /** Default: chosen by `share`. */
  methodName?: string;
  share: number;
  isOrdered: boolean;
}

/** @returns the public id of the order; undefined if the buyer leaves without ordering */
export async function orderOf(
  past: Past,
  person: Person,
  purchase: object,
  { code, share, methodName = METHODS[Math.floor(share * METHODS.length)], isOrdered }: Ordering,
): Promise<string | undefined> {
  const browser = browserOf(person);
  const method = { payment_method_name: methodName };
  const cart = await past.send({
    method: 'POST',
    url: endpoints.saveCart.path,
    ...browser,
    payload: { ...purchase, ...method },
  });
  accepted(cart);
  const cookie = cart.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const headers = { ...browser.headers, cookie };
  const send = (url: string, payload: object) =>
    past.send({ method: 'POST', url, remoteAddress: person.address, headers, payload });
  // if the code has ended or was used before, the price stays
  if (code) await send(endpoints.useDiscount.path, { code });
  if (!isOrdered) return undefined;
  const named = COUNTRIES[Math.floor(share * 97) % COUNTRIES.length];
  const country = asksCountry(past.deps, methodName ?? '') ? named : undefined;
  const placed = accepted(await send(endpoints.placeOrder.path, { captcha: CAPTCHA, country }));
  return placed.json<{ order: string }>().order;
}

/** The payment of an order at the test payment system. */
export async function paymentOf({ deps }: Past, order: string): Promise<string> {
  const [found] = await deps.db.select().from(orders).where(eq(orders.publicId, order));
  if (!found?.paymentRef) throw new Error('the order has no payment');
  return found.paymentRef;
}

/** Finds the order that a person began at a moment and that is in this state. */
export async function orderBegunAt(
  past: Past,
  person: Person,
  boughtAt: Date,
  state: OrderState,
): Promise<OrderRow | undefined> {
  const account = await accountOf(past, person);
  if (!account) return undefined;
  const where = and(
    eq(orders.accountId, account.id),
    eq(orders.createdAt, boughtAt),
    eq(orders.state, state),
    eq(orders.currency, 'EUR'),
  );
  const [order] = await past.deps.db.select().from(orders).where(where);
  return order;
}
