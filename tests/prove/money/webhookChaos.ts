import { createHash } from 'node:crypto';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { carts } from '#/server/platform/db/tables/shop.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { PaymentEvent, PaymentEventKind } from '#/server/ports/payments.ts';
import { SANDBOX_HEADER, sandboxSecret } from '#/server/adapters/payments/sandbox.ts';
import { signWithTime } from '#/server/adapters/payments/signature.ts';
import { quoteOf } from '#/server/areas/shop/carts.ts';
import { expireOrders } from '#/server/domain/orders/expireOrders.ts';
import { createOrder } from '#/server/domain/orders/moveOrder.ts';
import { processPaymentEvents } from '#/server/domain/payments/paymentInbox.ts';
import { startPayment } from '#/server/domain/payments/startPayment.ts';
import { createPlayer } from '../../support/app/factories.ts';
import { randomOf } from '../../support/app/random.ts';
import type { TestApp } from '../../support/app/testApp.ts';
import { GOOD } from '../../support/catalogue/testShop.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ORDERS_A_PLAYER = 5;

/** The outcome of an order's payment, and the state in which the order must end. */
const STORIES = {
  paid: ['granted', ['paid']],
  'on its way, then paid': ['granted', ['pending', 'paid']],
  'paid after it failed': ['granted', ['failed', 'paid']],
  'paid after it ran out': ['granted', ['expired', 'paid']],
  'refunded in part': ['granted', ['paid', 'refunded']],
  refunded: ['refunded', ['paid', 'refunded']],
  'refund failed': ['granted', ['paid', 'refunded', 'refundFailed']],
  'charged back': ['charged_back', ['paid', 'chargedBack']],
  'refunded and charged back': ['charged_back', ['paid', 'refunded', 'chargedBack']],
  'dispute won': ['granted', ['paid', 'chargedBack', 'disputeWon']],
  failed: ['unpaid', ['pending', 'failed']],
  'never paid': ['unpaid', []],
  'another amount': ['review', ['paid']],
  'another currency': ['review', ['paid']],
} as const satisfies Record<string, readonly [string, readonly PaymentEventKind[]]>;
type Story = keyof typeof STORIES;
const NAMES = Object.keys(STORIES) as Story[];
const HOURS_LATE = 72;

interface Script {
  story: Story;
  /** Coins, or a good. */
  wanted: { coins: number } | { goodsId: number; quantity: number };
}

export interface ChaosFigure {
  orders: number;
  permutations: number;
  /** Webhooks that were sent, and of those how many were changed after they were signed. */
  webhooks: number;
  tampered: number;
  /** Changed webhooks that the site accepted. */
  forgedTaken: number;
  /** Orders that ended in another state than their story says. */
  wrong: string[];
  /** Players whose coins are not exactly those of their granted orders. */
  wrongCoins: number;
  /** Distinct final books. There must be one, or the order of the webhooks has mattered. */
  ledgers: string[];
  broken: Record<string, number>;
}

/** The same orders for every permutation: a function of the seed. */
function scriptsOf(count: number, seed: number): Script[] {
  const { below } = randomOf(seed);
  return Array.from({ length: count }, (_, at) => {
    const kind = below(4);
    const wanted =
      kind === 0
        ? { goodsId: GOOD.fiveCases, quantity: 1 + below(3) }
        : kind === 1
          ? { goodsId: GOOD.service, quantity: 1 + below(3) }
          : { coins: 5 + below(5000) };
    return { story: at < NAMES.length ? NAMES[at]! : NAMES[below(NAMES.length)]!, wanted };
  });
}

interface PlacedOrder extends Script {
  id: number;
  accountId: number;
  paymentRef: string;
  totalCents: number;
  coins: number;
}

async function place({ deps }: TestApp, accountId: number, script: Script): Promise<PlacedOrder> {
  const order = await withTx(deps.pool, async (tx) => {
    const quote = await quoteOf(tx, { serverKey: 'everest', ...script.wanted });
    const createdAt = deps.now();
    const expiresAt = new Date(createdAt.getTime() + HOUR_MS);
    const cart = {
      publicId: deps.randomBytes(16).toString('hex'),
      tokenHash: deps.randomBytes(32),
      accountId,
      quote,
    };
    const [saved] = await tx
      .insert(carts)
      .values({ ...cart, createdAt, expiresAt })
      .returning({ id: carts.id });
    const { goodsId, totalCents } = quote;
    return createOrder(tx, deps, {
      publicId: deps.randomBytes(16).toString('base64url'),
      cartId: saved!.id,
      accountId,
      quote,
      goodsId,
      currency: 'EUR',
      totalCents,
      totalCoins: 0,
      paymentMethodName: 'card',
      provider: 'sandbox',
      locale: 'ru',
      expiresAt,
    });
  });
  const { paymentRef } = await startPayment(deps, order);
  const { coins, bonusCoins } = order.quote;
  return { ...script, ...order, paymentRef: paymentRef!, coins: coins + bonusCoins };
}

/** Lists the provider's events of an order, each once. */
function messagesOf({ story, paymentRef, totalCents }: PlacedOrder): PaymentEvent[] {
  return STORIES[story][1].map((kind) => {
    const isDispute = kind === 'chargedBack' || kind === 'disputeWon';
    const causeRef =
      kind === 'refunded' || kind === 'refundFailed'
        ? `refund-${paymentRef}`
        : isDispute
          ? `dispute-${paymentRef}`
          : paymentRef;
    const isOther = story === 'another amount' || (story === 'refunded in part' && kind === 'refunded');
    return {
      eventId: `${kind}:${causeRef}`,
      kind,
      paymentRef,
      causeRef,
      amountCents: isOther ? totalCents - 1 : totalCents,
      currency: story === 'another currency' ? 'USD' : 'EUR',
    };
  });
}

/**
 * Ten per cent of the webhooks are changed: a payment that nobody made, or another sum, under the signature of
 * something else.
 */
function forgeryOf({ paymentRef, totalCents }: PlacedOrder): PaymentEvent {
  const cause = { paymentRef, causeRef: paymentRef, amountCents: totalCents, currency: 'EUR' };
  return { eventId: `forged:${paymentRef}`, kind: 'paid', ...cause };
}

async function post({ app, deps }: TestApp, event: PaymentEvent, signed: object = event): Promise<number> {
  const seconds = Math.floor(deps.now().getTime() / 1000);
  const signature = signWithTime(JSON.stringify(signed), sandboxSecret(deps), seconds);
  const reply = await app.inject({
    method: 'POST',
    url: '/api/payments/sandbox/webhook',
    headers: { 'content-type': 'application/json', [SANDBOX_HEADER]: signature },
    payload: JSON.stringify(event),
  });
  return reply.statusCode;
}

/**
 * Sends the webhooks of the same orders once for each permutation, each time to a site of its own (T7). Each
 * comes 1 to 5 times, shuffled, up to 72 hours late; a tenth of them is tampered with.
 */
export async function provokeWebhooks(
  newSite: () => Promise<TestApp>,
  { orders, permutations }: { orders: number; permutations: number },
): Promise<ChaosFigure> {
  const figure: ChaosFigure = {
    orders,
    permutations,
    webhooks: 0,
    tampered: 0,
    forgedTaken: 0,
    wrong: [],
    wrongCoins: 0,
    ledgers: [],
    broken: {},
  };
  const scripts = scriptsOf(orders, 7);
  for (let seed = 1; seed <= permutations; seed++) {
    const site = await newSite();
    await permute(site, figure, scripts, seed);
    await site.close();
  }
  return figure;
}

async function permute(
  site: TestApp,
  figure: ChaosFigure,
  scripts: readonly Script[],
  seed: number,
): Promise<void> {
  const { below, shuffled } = randomOf(seed);
  const placed: PlacedOrder[] = [];
  let accountId = 0;
  for (const [at, script] of scripts.entries()) {
    if (at % ORDERS_A_PLAYER === 0) ({ accountId } = await createPlayer(site.deps));
    placed.push(await place(site, accountId, script));
  }
  const honest = placed
    .flatMap(messagesOf)
    .flatMap((event) => Array.from({ length: 1 + below(5) }, () => ({ event, isForged: false })));
  const forged = shuffled(placed)
    .slice(0, Math.ceil(honest.length / 9))
    .map((order) => ({ event: forgeryOf(order), isForged: true }));
  const sendings = shuffled([...honest, ...forged]);
  figure.webhooks += sendings.length;
  figure.tampered += forged.length;
  const everyMs = (HOURS_LATE * HOUR_MS) / sendings.length;
  // several at a time, while what came before is still being worked on
  for (let at = 0; at < sendings.length;) {
    const batch = sendings.slice(at, at + 1 + below(8));
    at += batch.length;
    const [, ...statuses] = await Promise.all([
      below(3) === 0 ? processPaymentEvents(site.deps) : undefined,
      ...batch.map(({ event, isForged }) =>
        post(site, event, isForged ? { ...event, amountCents: 1 } : event),
      ),
    ]);
    for (const [place, status] of statuses.entries()) {
      const { isForged, event } = batch[place]!;
      if (isForged && status !== 400) figure.forgedTaken++;
      if (!isForged && status !== 200) figure.wrong.push(`${event.eventId} was answered ${status}`);
    }
    site.advanceMs(everyMs * batch.length);
    if (below(20) === 0) await expireOrders(site.deps);
  }
  site.advanceMs(HOUR_MS);
  while ((await processPaymentEvents(site.deps)) > 0) site.advanceMs(HOUR_MS);
  await expireOrders(site.deps);
  await compare(site, figure, placed);
}

async function compare(site: TestApp, figure: ChaosFigure, placed: readonly PlacedOrder[]): Promise<void> {
  const { rows: states } = await site.pool.query<{ id: string; state: string }>(
    'SELECT id, state FROM orders',
  );
  const stateOf = new Map(
    states.map(({ id, state }) => [Number(id), state === 'failed' || state === 'expired' ? 'unpaid' : state]),
  );
  for (const { id, story } of placed)
    if (stateOf.get(id) !== STORIES[story][0]) figure.wrong.push(`${story}: ${stateOf.get(id)}`);

  const expected = new Map<number, number>();
  for (const { accountId, coins, story } of placed) {
    const isTheirs = STORIES[story][0] === 'granted';
    expected.set(accountId, (expected.get(accountId) ?? 0) + (isTheirs ? coins : 0));
  }
  for (const [accountId, coins] of expected) {
    const { rows } = await site.pool.query<{ coins: string }>(
      'SELECT sum(balance) AS coins FROM ledger_accounts WHERE owner_id = $1',
      [accountId],
    );
    if (Number(rows[0]?.coins) !== coins) figure.wrongCoins++;
  }
  const hash = createHash('sha256').update(JSON.stringify([...stateOf].toSorted(([a], [b]) => a - b)));
  for (const text of BOOKS) hash.update(JSON.stringify((await site.pool.query(text)).rows));
  const ledger = hash.digest('hex');
  if (!figure.ledgers.includes(ledger)) figure.ledgers.push(ledger);
  Object.assign(figure.broken, await brokenInvariants(site.pool));
}

/** Everything that players have or owe, without the times and the order in which it came. */
const BOOKS = [
  `SELECT kind, owner_id, sum(balance) AS balance FROM ledger_accounts GROUP BY 1, 2 HAVING sum(balance) <> 0 ORDER BY 1, 2`,
  `SELECT id, refunded_cents, taken ->> 'coins' AS coins, taken ->> 'debt' AS debt FROM orders ORDER BY id`,
  `SELECT account_id, case_id, sum(bought)::int AS bought FROM case_lots GROUP BY 1, 2 ORDER BY 1, 2`,
  // how often something was called off depends on the order of the events, what the game is to do does not
  `SELECT account_id, kind, code, state, sum(count)::int AS count FROM deliveries
    WHERE kind <> 'set' AND state <> 'cancelled' GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
  `SELECT DISTINCT ON (account_id) account_id, state, params FROM deliveries
    WHERE kind = 'set' ORDER BY account_id, fact_version DESC`,
  `SELECT id, sold + coalesce(sum(pieces), 0) AS sold FROM goods LEFT JOIN sold_parts ON goods_id = id GROUP BY id ORDER BY id`,
];
