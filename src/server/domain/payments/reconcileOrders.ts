import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { PaymentProvider } from '#/server/ports/payments.ts';
import { type AskedPayment, forgetFinal, planNext, takeDue } from './paymentAsks.ts';
import { storeEvents } from './paymentInbox.ts';
import { availabilityOf, endOutage, noteOutage } from './providerOutages.ts';
import { settleOrder } from '#/server/domain/orders/settleOrder.ts';

interface Limits {
  /** Payments of one provider that are asked about in parallel. */
  atOnce: number;
  /** Time limit of an answer. Must stay below the lease of paymentAsks.ts. */
  answerMs: number;
  /** Time limit of a round. Afterwards no further question is asked. */
  roundMs: number;
}

const LIMITS: Limits = { atOnce: 8, answerMs: 15_000, roundMs: 40_000 };
/** After this many failures in a row the provider gets no further question in this round. */
const MAX_FAILURES = 3;

/**
 * Asks the providers about the payments that are due, because a webhook may be lost (N4). All providers are asked at
 * the same time, so that one without an answer does not delay the others.
 * @throws Error at the end, if a payment could not be asked about
 */
export async function reconcileOrders(deps: Deps, limits = LIMITS): Promise<void> {
  const providers = [...deps.payments.providers.values()];
  const failures = (await Promise.all(providers.map((each) => askProvider(deps, each, limits)))).flat();
  if (failures.length > 0)
    throw new Error(`${failures.length} payments could not be asked for`, { cause: failures[0] });
}

/** Progress of a round, shared by the parallel questions to one provider. */
interface Round {
  failures: unknown[];
  /** Failed questions since the last answer. */
  inARow: number;
}

/** @returns the errors of this round */
async function askProvider(deps: Deps, provider: PaymentProvider, limits: Limits): Promise<unknown[]> {
  const availability = await availabilityOf(deps, provider.name);
  if (availability === 'out') return [];
  await forgetFinal(deps, provider.name);
  const round: Round = { failures: [], inARow: 0 };
  if (availability === 'probe') {
    // without a due payment nothing is asked, so the outage goes on
    if (!(await askNext(deps, provider, round, limits))) return [];
    if (round.inARow > 0) {
      await noteOutage(deps, provider.name);
      return round.failures;
    }
    await endOutage(deps, provider.name);
  }
  const endsAtMs = performance.now() + limits.roundMs;
  const askOn = async () => {
    while (round.inARow < MAX_FAILURES && performance.now() < endsAtMs && !deps.stopping?.aborted)
      if (!(await askNext(deps, provider, round, limits))) return;
  };
  await Promise.all(Array.from({ length: limits.atOnce }, askOn));
  if (round.inARow >= MAX_FAILURES) await noteOutage(deps, provider.name);
  return round.failures;
}

/** Asks about the payment that has been due for longest. @returns false if none is due */
async function askNext(
  deps: Deps,
  provider: PaymentProvider,
  round: Round,
  { answerMs }: Limits,
): Promise<boolean> {
  const payment = await takeDue(deps, provider.name);
  if (!payment) return false;
  const { paymentRef, orderId } = payment;
  const fail = (error: unknown) => {
    round.failures.push(error);
    deps.log.warn(
      { err: error, provider: provider.name, order: orderId },
      'a payment could not be asked for',
    );
  };
  try {
    const events = await within(answerMs, provider.reconcile(paymentRef));
    round.inARow = 0;
    await storeEvents(deps, provider.name, events, JSON.stringify({ reconciled: events }));
    await planNext(deps, payment, events);
  } catch (error) {
    round.inARow += 1;
    fail(error);
    await planNext(deps, payment, undefined);
    return true;
  }
  // if the order cannot be settled now, the inbox retries
  await settleOrder(deps, { orderId }).catch(fail);
  return true;
}

/**
 * Asks a provider about one payment at once, and settles its order.
 * @returns the number of new events
 * @throws Error if the provider is not configured or does not answer
 */
export async function askAbout(
  deps: Deps,
  { provider: name, paymentRef }: Pick<AskedPayment, 'provider' | 'paymentRef'>,
): Promise<number> {
  const provider = deps.payments.providers.get(name);
  if (!provider) throw new Error(`the provider ${name} is not set up`);
  const events = await within(LIMITS.answerMs, provider.reconcile(paymentRef));
  const news = await storeEvents(deps, name, events, JSON.stringify({ reconciled: events }));
  await settleOrder(deps, { provider: name, paymentRef });
  return news;
}

async function within<T>(durationMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${durationMs} ms`)), durationMs);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
