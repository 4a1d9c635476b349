import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { errorLine } from '#/server/platform/kernel/logging.ts';
import type { PaymentEvent, ProviderName } from '#/server/ports/payments.ts';
import { settleOrder } from '#/server/domain/orders/settleOrder.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Lease of an event: for this time no other server processes it. */
const LEASE_MS = 30 * SECOND_MS;
/**
 * Delays before the retries. The first ones are short, because an event may arrive before the order has stored the id
 * of its payment.
 */
const BACK_OFF_MS = [
  SECOND_MS,
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
  24 * HOUR_MS,
];
const BATCH = 5;
/** Characters of a webhook's body that are stored. It holds no card data. */
const RAW_MAX_CHARACTERS = 16 * 1024;

const STORE = `INSERT INTO payment_events
    (provider, event_id, kind, payment_ref, cause_ref, amount_cents, currency, raw, received_at, run_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
  ON CONFLICT DO NOTHING RETURNING id`;
const KNOWN = `SELECT event_id, payment_ref, amount_cents, currency FROM payment_events
  WHERE provider = $1 AND (event_id = $2 OR (kind = $3 AND cause_ref = $4)) ORDER BY id LIMIT 1`;

interface KnownRow {
  event_id: string;
  payment_ref: string;
  amount_cents: number;
  currency: string;
}

/**
 * Stores payment events, each once. They are durable when this returns, so the webhook answers 2xx only afterwards. An
 * event that contradicts a stored one (payment, amount or currency) is logged as an error and ignored (N4).
 * @param raw the body as it was received, for people who investigate later
 * @returns how many events are new
 */
export async function storeEvents(
  deps: Pick<Deps, 'pool' | 'now' | 'log' | 'wakeUps'>,
  provider: ProviderName,
  events: readonly PaymentEvent[],
  raw: string,
): Promise<number> {
  // PostgreSQL stores no NUL in a text
  const kept = raw.replaceAll('\0', '').slice(0, RAW_MAX_CHARACTERS);
  let stored = 0;
  for (const event of events) {
    const { eventId, kind, paymentRef, causeRef, amountCents, currency } = event;
    const { rowCount } = await deps.pool.query(STORE, [
      provider,
      eventId,
      kind,
      paymentRef,
      causeRef,
      amountCents,
      currency,
      kept,
      deps.now(),
    ]);
    if (rowCount === 1) stored++;
    else await compareWithKnown(deps, provider, event);
  }
  if (stored > 0) deps.wakeUps.emit('payments');
  return stored;
}

async function compareWithKnown(
  { pool, log }: { pool: Deps['pool']; log: FastifyBaseLogger },
  provider: ProviderName,
  event: PaymentEvent,
): Promise<void> {
  const { eventId, kind, causeRef } = event;
  const { rows } = await pool.query<KnownRow>(KNOWN, [provider, eventId, kind, causeRef]);
  const known = rows[0];
  const isSame =
    known?.payment_ref === event.paymentRef &&
    known.amount_cents === event.amountCents &&
    known.currency === event.currency;
  if (!isSame)
    log.error({ provider, event, known }, 'a provider said something else of what it has reported already');
}

/** Servers take different rows at the same time. An attempt is counted before it is made. */
const TAKE = {
  name: 'paymentEventsTake',
  text: `UPDATE payment_events e SET run_at = $2, attempts = attempts + 1
    FROM (SELECT id FROM payment_events WHERE processed_at IS NULL AND run_at <= $1
      ORDER BY run_at, id LIMIT $3 FOR UPDATE SKIP LOCKED) due
    WHERE e.id = due.id
    RETURNING e.id, e.provider, e.payment_ref, e.attempts`,
};
const DONE = `UPDATE payment_events SET processed_at = $2, last_error = NULL WHERE id = $1 AND processed_at IS NULL`;
const RETRY = `UPDATE payment_events SET run_at = $2, last_error = $3 WHERE id = $1 AND processed_at IS NULL`;
/**
 * Ends the retries and keeps the error for people to see. The next event of the same payment still settles the order.
 */
const GIVE_UP = `UPDATE payment_events SET processed_at = $2, last_error = $3 WHERE id = $1 AND processed_at IS NULL`;

interface TakenRow {
  id: string;
  provider: ProviderName;
  payment_ref: string;
  attempts: number;
}

/**
 * Settles the orders of all events that are due.
 * @returns how many events were processed; a failed one is logged and retried later
 */
export async function processPaymentEvents(deps: Deps): Promise<number> {
  for (let processed = 0; ;) {
    const now = deps.now();
    const lease = new Date(now.getTime() + LEASE_MS);
    const { rows } = await deps.pool.query<TakenRow>({ ...TAKE, values: [now, lease, BATCH] });
    for (const row of rows) if (await attempt(deps, row)) processed++;
    if (rows.length < BATCH) return processed;
  }
}

/** @returns false if the order could not be settled */
async function attempt(deps: Deps, row: TakenRow): Promise<boolean> {
  const { id, provider, payment_ref: paymentRef } = row;
  try {
    const state = await settleOrder(deps, { provider, paymentRef });
    if (state === undefined) throw new Error('no order has this payment');
  } catch (error) {
    await postpone(deps, row, errorLine(error));
    return false;
  }
  await deps.pool.query(DONE, [id, deps.now()]);
  return true;
}

async function postpone(deps: Deps, { id, provider, attempts }: TakenRow, reason: string): Promise<void> {
  const delayMs = BACK_OFF_MS[attempts - 1];
  const facts = { event: id, provider, attempts, reason };
  if (delayMs === undefined) {
    await deps.pool.query(GIVE_UP, [id, deps.now(), reason]);
    deps.log.error(facts, 'a payment event was given up: look into it');
    return;
  }
  await deps.pool.query(RETRY, [id, new Date(deps.now().getTime() + delayMs), reason]);
  deps.log.warn(facts, 'a payment event was not processed and is tried again later');
}
