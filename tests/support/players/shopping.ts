import type { LightMyRequestResponse } from 'fastify';
import type { Order } from '#/contract/orders.ts';
import type { Cart } from '#/contract/shop.ts';
import { transfer } from '#/server/domain/ledger/ledger.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { PaymentEvent, PaymentProvider, PaymentRequest } from '#/server/ports/payments.ts';
import { storeEvents } from '#/server/domain/payments/paymentInbox.ts';
import { lockNamed } from '#/server/domain/orders/operatedOrder.ts';
import { regrantOrder } from '#/server/domain/orders/regrantOrder.ts';
import { settleOrder } from '#/server/domain/orders/settleOrder.ts';
import { CAPTCHA, type Player } from '../app/factories.ts';
import type { TestApp } from '../app/testApp.ts';

export interface FakeProvider extends PaymentProvider {
  /** The payments that it was asked to create, the oldest first. */
  asked: PaymentRequest[];
  /** The number of next calls that fail. */
  failures: number;
  /** The events that `reconcile` returns, by payment. */
  truth: Map<string, PaymentEvent[]>;
  refunds: { paymentRef: string; amountCents: number; key: string }[];
  /** The payments that it was asked to close. */
  cancelled: string[];
}

/** Replaces all providers by one without a page. */
export function useFakeProvider({ deps }: TestApp): FakeProvider {
  const answer = () => {
    if (provider.failures === 0) return;
    provider.failures--;
    throw new Error('the provider does not answer');
  };
  const provider: FakeProvider = {
    name: 'sandbox',
    asked: [],
    failures: 0,
    truth: new Map(),
    refunds: [],
    cancelled: [],
    start: async (request) => {
      provider.asked.push(request);
      await Promise.resolve();
      answer();
      const { orderId, attempt } = request;
      return { paymentRef: refOf(orderId, attempt), url: `https://pay.example/${refOf(orderId, attempt)}` };
    },
    webhook: { signatureHeader: 'x-signature', maxBytes: 1024 },
    readWebhook: () => Promise.resolve([]),
    tellsPlace: () => true,
    pageOf: (paymentRef) => `https://pay.example/shop/${paymentRef}`,
    reconcile: async (paymentRef) => {
      await Promise.resolve();
      answer();
      return provider.truth.get(paymentRef) ?? [];
    },
    cancel: async (paymentRef) => {
      await Promise.resolve();
      answer();
      provider.cancelled.push(paymentRef);
    },
    refund: async (paymentRef, amountCents, key) => {
      await Promise.resolve();
      answer();
      provider.refunds.push({ paymentRef, amountCents, key });
    },
    payouts: null,
  };
  deps.payments = { providers: new Map([['sandbox', provider]]), providerOf: () => provider };
  return provider;
}

/** The fake provider's id of a payment. */
export const refOf = (orderId: string, attempt = 1): string =>
  attempt === 1 ? `ref-${orderId}` : `ref-${orderId}-${attempt}`;

/** Login of a player. */
export async function loginOf({ pool }: TestApp, { accountId }: Pick<Player, 'accountId'>): Promise<string> {
  const { rows } = await pool.query<{ login: string }>('SELECT login FROM accounts WHERE id = $1', [
    accountId,
  ]);
  return rows[0]!.login;
}

export interface SavedCart {
  cart: Cart;
  headers: { cookie: string };
}

/** Saves a visitor's cart for a player in a new browser, with coins by default. */
export async function saveCart(
  app: TestApp,
  player: Pick<Player, 'accountId'>,
  purchase: object = {},
): Promise<SavedCart> {
  const body = {
    captcha: CAPTCHA,
    server: 'everest',
    login: await loginOf(app, player),
    product_type: 'one_coin',
    ...('goods_id' in purchase ? {} : { amount: 500 }),
    ...purchase,
  };
  const reply = await app.post('/api/donate/cart', body);
  if (reply.statusCode !== 200) throw new Error(`no cart: ${reply.body}`);
  const cookie = reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return { cart: reply.json<Cart>(), headers: { cookie } };
}

/** Places the order of a cart. */
export const order = (
  app: TestApp,
  { headers }: Pick<SavedCart, 'headers'>,
  body: object = {},
): Promise<LightMyRequestResponse> => app.post('/api/donate/order', { captcha: CAPTCHA, ...body }, headers);

/** Places an order that waits for its payment. @returns its public id */
export async function pendingOrder(
  app: TestApp,
  player: Pick<Player, 'accountId'>,
  purchase: object = {},
): Promise<string> {
  const reply = await order(app, await saveCart(app, player, purchase));
  if (reply.statusCode !== 200) throw new Error(`no order: ${reply.body}`);
  return reply.json<{ order: string }>().order;
}

export const orderOf = async (
  app: TestApp,
  id: string,
  headers: Record<string, string> = {},
): Promise<Order> => (await app.get(`/api/donate/order/${id}`, headers)).json<{ order: Order }>().order;

/** Builds a payment event of an order, with the order's total by default. */
export async function eventOf(
  app: TestApp,
  id: string,
  kind: PaymentEvent['kind'],
  changes: Partial<PaymentEvent> = {},
): Promise<PaymentEvent> {
  const { rows } = await app.pool.query<{ total: number }>(
    'SELECT total_cents AS total FROM orders WHERE public_id = $1',
    [id],
  );
  const causeRef =
    changes.causeRef ??
    (kind === 'refunded' || kind === 'chargedBack' || kind === 'disputeWon'
      ? `${kind}-${id}`
      : (changes.paymentRef ?? refOf(id)));
  return {
    eventId: `${kind}:${causeRef}`,
    kind,
    paymentRef: refOf(id),
    causeRef,
    amountCents: rows[0]?.total ?? 0,
    currency: 'EUR',
    ...changes,
  };
}

/** Stores a payment event of an order and settles the order. @returns its state */
export async function applyPaymentEvent(
  app: TestApp,
  id: string,
  kind: PaymentEvent['kind'],
  changes: Partial<PaymentEvent> = {},
): Promise<string | undefined> {
  const event = await eventOf(app, id, kind, changes);
  await storeEvents(app.deps, 'sandbox', [event], '{}');
  return settleOrder(app.deps, { provider: 'sandbox', paymentRef: event.paymentRef });
}

/** An operator accepts the payment of an order in review. @returns the state of the order */
export const accept = ({ pool, deps }: TestApp, id: string): Promise<string> =>
  withTx(pool, async (tx) =>
    regrantOrder(tx, deps, await lockNamed(tx, id), { reason: 'good enough', actor: 'operator' }),
  );

let gifts = 0;

/** Puts coins into a player's wallet. */
export async function giveCoins({ pool }: TestApp, ownerId: number, amount: number): Promise<void> {
  const cause = { reason: 'gift', refType: 'test', refId: `${process.pid}-${++gifts}` };
  await withTx(pool, (tx) =>
    transfer(tx, { from: { kind: 'bonus' }, to: { kind: 'wallet', ownerId }, amount, ...cause }),
  );
}

/** Balance of one of a player's ledger accounts in OC; 0 if it does not exist. */
export async function balanceOf(
  { pool }: TestApp,
  accountId: number,
  kind: 'wallet' | 'debt' = 'wallet',
): Promise<number> {
  const { rows } = await pool.query<{ balance: string }>(
    'SELECT balance FROM ledger_accounts WHERE owner_id = $1 AND kind = $2',
    [accountId, kind],
  );
  return Number(rows[0]?.balance ?? 0);
}

/** The states that an order went through. */
export async function movesOf({ pool }: TestApp, id: string): Promise<string[]> {
  const { rows } = await pool.query<{ state: string }>(
    `SELECT to_state AS state FROM order_moves m JOIN orders o ON o.id = m.order_id
     WHERE o.public_id = $1 ORDER BY m.version`,
    [id],
  );
  return rows.map(({ state }) => state);
}

/** Pieces of a case that a player has in stock. */
export async function stockOf({ pool }: TestApp, accountId: number, caseId: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT coalesce(sum(bought - opened), 0)::int AS count FROM case_lots WHERE account_id = $1 AND case_id = $2',
    [accountId, caseId],
  );
  return rows[0]!.count;
}
