import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { centsOf } from '#/contract/kernel/amounts.ts';
import { ORDER_STATES, type OrderState } from '#/contract/orders.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { deliveriesFor } from '#/server/domain/deliveries/deliveriesFor.ts';
import { orderMoves, orders } from '#/server/platform/db/tables/orders.ts';
import { typedOrderNumber } from '#/server/domain/orders/orderNumber.ts';
import { PROVIDERS } from '#/server/ports/payments.ts';
import { commandWords, type OperatorDeps, runCommand, say, saysUsage } from './operator.ts';
import { refundOrder, regrantOrder } from './operateOrders.ts';
import {
  eventsOf,
  keptCents,
  ofPayment,
  paymentsOf,
  replacedOf,
  type StoredEvent,
} from '#/server/domain/orders/orderPayments.ts';

const USAGE = `npm run orders -- list [--state review] [--account LOGIN@SERVER] [--provider stripe]
                            [--from 2026-01-31] [--to 2026-02-28] [--before ID]
npm run orders -- show ID
npm run orders -- refund ID [--euro 5.00] [--payment REF] --reason "…"
npm run orders -- regrant ID --reason "…"
States: ${ORDER_STATES.join(', ')}. 100 are listed, the newest first; --before ID lists older ones than
that order. Days are in UTC, both included. --payment names the second payment of an order
that was paid twice, as "show" lists it.`;

type Provider = (typeof PROVIDERS)[number];

const LISTED = 100;
const DAY_MS = 24 * 60 * 60_000;

/** `npm run orders -- list | show | refund | regrant` */
async function run(deps: OperatorDeps): Promise<void> {
  const { values, positionals } = commandWords({
    options: {
      state: { type: 'string' },
      account: { type: 'string' },
      euro: { type: 'string' },
      reason: { type: 'string' },
      payment: { type: 'string' },
      provider: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      before: { type: 'string' },
    },
    allowPositionals: true,
  });
  const [action, id] = positionals;
  if (action === 'list') return list(deps, values);
  if (id === undefined) throw new Error(USAGE);
  if (action === 'show') return show(deps, id);
  if (action !== 'refund' && action !== 'regrant') throw new Error(USAGE);
  const reason = values.reason?.trim();
  if (!reason) throw new Error('A --reason must be given: it stays in the audit log.');
  if (action === 'regrant') {
    say(`The order is ${await regrantOrder(deps, id, reason)} now.`);
    return;
  }
  const { euro: sum, payment } = values;
  const cents = await refundOrder(deps, id, { cents: centsIn(sum), reason, payment });
  say(`${euro(cents)} go back. The order follows when the provider confirms it.`);
}

function centsIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(text)) throw new Error('--euro must be a sum as 5 or 2.50.');
  return centsOf(Number(text));
}

const euro = (cents: number) => `${(cents / 100).toFixed(2)} EUR`;

type Filter = Partial<
  Record<'state' | 'account' | 'provider' | 'from' | 'to' | 'before', string | undefined>
>;

function rowsOf({ db }: OperatorDeps, where: ReturnType<typeof and>) {
  return db
    .select({ order: orders, login: accounts.login })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .where(where)
    .orderBy(desc(orders.id))
    .limit(LISTED + 1);
}

type Row = Awaited<ReturnType<typeof rowsOf>>[number];

/** @throws Error with a sentence if a filter is wrong */
async function conditionOf({ db }: OperatorDeps, { state, account, provider, from, to, before }: Filter) {
  if (state !== undefined && !ORDER_STATES.includes(state as OrderState))
    throw new Error(`--state takes ${ORDER_STATES.join(', ')}.`);
  if (provider !== undefined && !PROVIDERS.includes(provider as Provider))
    throw new Error(`--provider takes ${PROVIDERS.join(', ')}.`);
  const [login, server] = account?.split('@') ?? [];
  if (account !== undefined && !(login && server)) throw new Error('--account takes LOGIN@SERVER.');
  const [next] =
    before === undefined
      ? []
      : await db.select({ id: orders.id }).from(orders).where(eq(orders.publicId, before));
  if (before !== undefined && !next) throw new Error(`There is no order ${before}.`);
  return and(
    state === undefined ? undefined : eq(orders.state, state as OrderState),
    login === undefined ? undefined : sql`lower(${accounts.login}) = lower(${login})`,
    server === undefined ? undefined : eq(accounts.serverKey, server),
    provider === undefined ? undefined : eq(orders.provider, provider as Provider),
    from === undefined ? undefined : gte(orders.createdAt, dayOf('--from', from)),
    to === undefined ? undefined : lt(orders.createdAt, new Date(dayOf('--to', to).getTime() + DAY_MS)),
    next && lt(orders.id, next.id),
  );
}

/** Midnight (UTC) at the beginning of a day. */
function dayOf(option: string, text: string): Date {
  const day = new Date(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(day.getTime()))
    throw new Error(`${option} takes a day as 2026-01-31.`);
  return day;
}

async function list(deps: OperatorDeps, filter: Filter): Promise<void> {
  const found = await rowsOf(deps, await conditionOf(deps, filter));
  const rows = found.slice(0, LISTED);
  const twice = await paidTwice(deps, rows);
  for (const row of rows) {
    const extraCents = twice.get(row.order.id) ?? 0;
    say(lineOf(row) + (extraCents > 0 ? ` · PAID TWICE, ${euro(extraCents)} to refund` : ''));
  }
  if (rows.length === 0) say('No orders.');
  if (found.length > rows.length) say(`There are older ones: --before ${rows.at(-1)?.order.publicId}`);
}

/** Cents of second payments that were not refunded, by order. */
async function paidTwice({ db }: OperatorDeps, rows: readonly Row[]): Promise<Map<number, number>> {
  const ids = rows.map(({ order }) => order.id);
  const replaced = ids.length > 0 ? await replacedOf(db, ids) : [];
  const events = await eventsOf(db, replaced);
  const cents = new Map<number, number>();
  for (const payment of replaced) {
    const kept = keptCents(ofPayment(events, payment));
    cents.set(payment.orderId, (cents.get(payment.orderId) ?? 0) + kept);
  }
  return cents;
}

function lineOf({ order, login }: Row): string {
  const { quote } = order;
  const what =
    quote.coins > 0 ? `${quote.coins} + ${quote.bonusCoins} OC` : `${quote.quantity} x ${quote.titles.en}`;
  return [
    order.createdAt.toISOString(),
    order.number,
    order.publicId,
    order.state,
    `${login}@${quote.serverKey}`,
    what,
    order.currency === 'OC' ? `${order.totalCoins} OC` : euro(order.totalCents),
    order.provider ?? 'coins',
    ...(order.refundedCents > 0 ? [`${euro(order.refundedCents)} went back`] : []),
  ].join(' · ');
}

async function show(deps: OperatorDeps, id: string): Promise<void> {
  const { db } = deps;
  const number = typedOrderNumber(id);
  const [row] = await rowsOf(deps, number ? eq(orders.number, number) : eq(orders.publicId, id));
  if (!row) throw new Error(`There is no order ${id}.`);
  const { order } = row;
  say(lineOf(row));
  const moves = await db
    .select()
    .from(orderMoves)
    .where(eq(orderMoves.orderId, order.id))
    .orderBy(asc(orderMoves.version));
  for (const { createdAt, toState, actor, reason } of moves)
    say(`  ${createdAt.toISOString()} ${toState} by ${actor}${reason ? `: ${reason}` : ''}`);
  const { payments, events } = await paymentsOf(db, order);
  for (const [at, payment] of payments.entries()) {
    const own = ofPayment(events, payment);
    const kept = at > 0 ? keptCents(own) : 0;
    const what = at === 0 ? 'paid by' : kept > 0 ? `PAID TWICE, ${euro(kept)} to refund:` : 'replaced:';
    say(`  ${what} ${payment.paymentMethodName} at ${payment.provider}, payment ${payment.paymentRef}`);
    for (const event of own) say(`    ${eventLine(event)}`);
  }
  const given = await deliveriesFor(db, [order.id]);
  for (const { kind, count, code, state } of given) say(`  to the game: ${kind} ${count} ${code}, ${state}`);
}

function eventLine(event: StoredEvent): string {
  const { receivedAt, kind, amountCents, currency, causeRef, processedAt, lastError } = event;
  const sum = `${(amountCents / 100).toFixed(2)} ${currency}`;
  const state = processedAt ? '' : `, not processed: ${lastError ?? 'it waits'}`;
  return `${receivedAt.toISOString()} heard ${kind} ${sum} (${causeRef})${state}`;
}

if (!saysUsage(USAGE)) await runCommand(run);
