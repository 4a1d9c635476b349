import { eq, sql } from 'drizzle-orm';
import { NOTE_GIVEN_UP, type RefundRequest } from '#/server/domain/orders/refundRequests.ts';
import { refundRequests } from '#/server/platform/db/tables/payments.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { type QueueRow, workOff } from '#/server/platform/kernel/durableQueue.ts';
import { errorLine } from '#/server/platform/kernel/logging.ts';
import type { ProviderName } from '#/server/ports/payments.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** Lease of a refund. It must exceed the duration of its calls, or a provider is asked twice at once. */
const LEASE_MS = MINUTE_MS;
/** Delays before the retries of a refund. Each retry has the same key. */
const BACK_OFF_MS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS];
const BATCH = 5;

interface TakenRow extends QueueRow {
  provider: ProviderName;
  payment_ref: string;
  cents: number;
  key: string;
}

/**
 * Asks the providers for every due refund.
 * @returns the number of accepted ones
 */
export const sendRefunds = (deps: Deps): Promise<number> =>
  workOff<TakenRow>(deps, {
    table: 'refund_requests',
    waiting: 'asked_at IS NULL AND failed_at IS NULL',
    columns: ['provider', 'payment_ref', 'cents', 'key'],
    done: 'asked_at = $2, last_error = NULL',
    postponed: 'run_at = $2, last_error = $3',
    givenUp: 'failed_at = $2, last_error = $3',
    alsoGivenUp: NOTE_GIVEN_UP,
    leaseMs: LEASE_MS,
    backOffMs: BACK_OFF_MS,
    batch: BATCH,
    attempt: ({ provider, payment_ref: paymentRef, cents, key }) =>
      ask(deps, { provider, paymentRef, cents, key }),
    onOutcome: ({ id, provider, attempts }, outcome, reason) => {
      const facts = { refund: id, provider, attempts, reason };
      if (outcome === 'postponed')
        deps.log.warn(facts, 'a refund was not taken and is asked for again later');
      if (outcome === 'givenUp') deps.log.error(facts, 'a refund was given up: the money is here');
    },
  });

type Asked = Pick<RefundRequest, 'provider' | 'paymentRef' | 'cents' | 'key'>;

async function ask({ payments }: Pick<Deps, 'payments'>, asked: Asked): Promise<void> {
  const provider = payments.providers.get(asked.provider);
  if (!provider) throw new Error(`the provider ${asked.provider} is not set up`);
  await provider.refund(asked.paymentRef, asked.cents, asked.key);
}

/** Time at which the queue takes a refund over from a command that died. */
export const afterLease = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

/**
 * Asks the provider for one refund at once, for a command of the shell. Without an answer the request is given up,
 * and a repeated command asks again with the same key.
 * @throws Error if the provider does not answer
 */
export async function sendRefund(
  deps: Pick<Deps, 'db' | 'payments' | 'now'>,
  request: RefundRequest,
): Promise<void> {
  try {
    await ask(deps, request);
  } catch (error) {
    await deps.db.execute(sql`WITH changed AS (
        UPDATE refund_requests SET failed_at = ${deps.now()}, last_error = ${errorLine(error)}
        WHERE id = ${request.id} RETURNING *)
      ${sql.raw(NOTE_GIVEN_UP)}`);
    throw error;
  }
  const isAsked = { askedAt: deps.now(), lastError: null };
  await deps.db.update(refundRequests).set(isAsked).where(eq(refundRequests.id, request.id));
}
