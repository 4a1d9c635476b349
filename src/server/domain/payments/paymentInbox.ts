import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { type QueueRow, workOff } from '#/server/platform/kernel/durableQueue.ts';
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
    (provider, event_id, kind, payment_ref, cause_ref, amount_cents, currency, raw, received_at, run_at, places)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)
  ON CONFLICT DO NOTHING RETURNING id`;
/** The lock is written to the log, so that a repeated webhook waits for the standby as the first one does (N14). */
const KNOWN = `SELECT event_id, payment_ref, amount_cents, currency FROM payment_events
  WHERE provider = $1 AND (event_id = $2 OR (kind = $3 AND cause_ref = $4)) ORDER BY id LIMIT 1 FOR UPDATE`;

/** A provider asked again may tell more about the buyer's country than its webhook did. */
const TELL_MORE = `UPDATE payment_events SET places = $4 WHERE provider = $1 AND kind = $2 AND cause_ref = $3
  AND coalesce(jsonb_array_length(places), 0) < jsonb_array_length($4)`;

interface KnownRow {
  event_id: string;
  payment_ref: string;
  amount_cents: number;
  currency: string;
}

/**
 * Stores payment events, each once. They are durable when this returns, so the webhook answers 2xx only afterwards. An
 * event that contradicts a stored one (payment, amount or currency) is logged as an error and ignored (N4).
 * @param raw the received body, for later investigation
 * @returns the number of new events
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
    const places = event.places?.length ? JSON.stringify(event.places) : null;
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
      places,
    ]);
    if (rowCount === 1) stored++;
    else {
      await compareWithKnown(deps, provider, event);
      if (places !== null) await deps.pool.query(TELL_MORE, [provider, kind, causeRef, places]);
    }
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

interface TakenRow extends QueueRow {
  provider: ProviderName;
  payment_ref: string;
}

/**
 * Settles the orders of all due events.
 * @returns the number of processed events; a failed one is logged and retried later
 */
export const processPaymentEvents = (deps: Deps): Promise<number> =>
  workOff<TakenRow>(deps, {
    table: 'payment_events',
    waiting: 'processed_at IS NULL',
    columns: ['provider', 'payment_ref'],
    done: 'processed_at = $2, last_error = NULL',
    postponed: 'run_at = $2, last_error = $3',
    // the error stays visible for operators; the next event of the same payment still settles the order
    givenUp: 'processed_at = $2, last_error = $3',
    leaseMs: LEASE_MS,
    backOffMs: BACK_OFF_MS,
    batch: BATCH,
    isSequential: true,
    attempt: async ({ provider, payment_ref: paymentRef }) => {
      const state = await settleOrder(deps, { provider, paymentRef });
      if (state === undefined) throw new Error('no order has this payment');
    },
    onOutcome: ({ id, provider, attempts }, outcome, reason) => {
      const facts = { event: id, provider, attempts, reason };
      if (outcome === 'postponed')
        deps.log.warn(facts, 'a payment event was not processed and is tried again later');
      if (outcome === 'givenUp') deps.log.error(facts, 'a payment event was given up: look into it');
    },
  });
