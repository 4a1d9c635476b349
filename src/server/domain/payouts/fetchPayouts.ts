import { sql } from 'drizzle-orm';
import { withTx } from '#/server/platform/db/tx.ts';
import { withDeadline } from '#/server/platform/kernel/deadline.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { errorLine } from '#/server/platform/kernel/logging.ts';
import type { PaymentProvider, ProviderName } from '#/server/ports/payments.ts';
import type { PayoutReports } from '#/server/ports/payouts.ts';
import { matchPayout } from './matchPayout.ts';
import { WHERE_PAYOUT_OPEN } from './openPayouts.ts';
import { claimFetch, noteFailure, noteFetched } from './payoutFetches.ts';
import { finishLines, storeLines, storePayouts } from './storePayouts.ts';

const MINUTE_MS = 60_000;

interface Limits {
  /** Time limit of a page. A page may need a question for each of its refunds. */
  pageMs: number;
  /** Pages of a run. The next run goes on where this one ended. */
  pages: number;
  /** Time after which a run asks for no further page. Must stay below the time limit of jobs. */
  runMs: number;
}

const LIMITS: Limits = { pageMs: 2 * MINUTE_MS, pages: 400, runMs: 6 * MINUTE_MS };
/** Open payouts that a run matches again, because an order or a refund may have become known since. */
const MATCHED_AGAIN = 500;
/** Payouts are listed again for this long after their creation, because their status may still change. */
const OVERLAP_DAYS = 30;
/** A payout that is still not final after this time is no longer waited for. */
const WAITED_DAYS = 180;

type FetchDeps = Pick<Deps, 'pool' | 'db' | 'now' | 'log' | 'payments' | 'stopping'>;

/**
 * Fetches the new payouts of all providers that tell them, and matches their lines with orders (O25). Each provider is
 * asked once a day, an hour after a failure, and an hour after a run that ended at its limits. An interrupted or repeated
 * run stores nothing twice.
 * @param isForced whether also providers are asked whose time has not come
 * @throws Error at the end, if a provider did not answer or a payout could not be matched
 */
export async function fetchPayouts(
  deps: FetchDeps,
  { isForced = false, limits = LIMITS } = {},
): Promise<void> {
  const failures: unknown[] = [];
  const fetch = async ({ name: provider, payouts: reports }: PaymentProvider) => {
    if (!reports || !(await claimFetch(deps, provider, isForced))) return;
    try {
      const isWhole = await fetchFrom(deps, provider, reports, limits);
      await noteFetched(deps, provider, isWhole);
    } catch (error) {
      failures.push(error);
      deps.log.warn({ err: error, provider }, 'the payouts of a provider could not be fetched');
      await noteFailure(deps, provider, errorLine(error));
    }
  };
  await Promise.all([...deps.payments.providers.values()].map(fetch));
  failures.push(...(await matchAgain(deps)));
  if (failures.length > 0)
    throw new Error(`payouts were not fetched: ${errorLine(failures[0])}`, { cause: failures[0] });
}

/** @returns false if the run ended at its limits, or if the site has no order of this provider yet */
async function fetchFrom(
  deps: FetchDeps,
  provider: ProviderName,
  reports: PayoutReports,
  limits: Limits,
): Promise<boolean> {
  const since = await listedSince(deps, provider);
  if (!since) return false;
  const endsAtMs = performance.now() + limits.runMs;
  let pages = 0;
  const hasTime = () => pages++ < limits.pages && performance.now() < endsAtMs && !deps.stopping?.aborted;
  for await (const page of timed(reports.list(since), limits.pageMs)) {
    // the oldest first, as the provider created them
    await storePayouts(deps, provider, page.toReversed());
    if (!hasTime()) return false;
  }
  const failures: unknown[] = [];
  const readLines = async ({ id, ref, lastLine }: Unread) => {
    for await (const lines of timed(reports.linesOf(ref, lastLine ?? undefined), limits.pageMs)) {
      await storeLines(deps, { id: Number(id), provider }, lines);
      if (!hasTime()) return false;
    }
    await finishLines(deps, Number(id));
    return true;
  };
  let isWhole = true;
  for (const payout of await unreadPayouts(deps, provider)) {
    // a payout that fails must not keep the later ones from being read
    isWhole = await readLines(payout).catch((error: unknown) => {
      deps.log.warn({ err: error, provider, payout: payout.ref }, 'the lines of a payout could not be read');
      failures.push(error);
      return hasTime();
    });
    if (!isWhole) break;
  }
  if (failures.length > 0) throw failures[0];
  return isWhole;
}

/** The time since which payouts are listed. Undefined without an order: no payout can hold one. */
async function listedSince({ db }: Pick<Deps, 'db'>, provider: ProviderName): Promise<Date | undefined> {
  const { rows } = await db.execute<{ since: string | null }>(sql`
    SELECT coalesce(
      (SELECT least(max(created_at) - make_interval(days => ${OVERLAP_DAYS}), min(created_at) FILTER (
          WHERE (status IN ('pending', 'inTransit') OR lines = 'later')
          AND created_at > newest - make_interval(days => ${WAITED_DAYS})))
        FROM (SELECT *, max(created_at) OVER () AS newest FROM payouts WHERE provider = ${provider}) known),
      (SELECT created_at FROM orders WHERE provider = ${provider} ORDER BY id LIMIT 1)) AS since`);
  const since = rows[0]?.since;
  return since ? new Date(since) : undefined;
}

interface Unread extends Record<string, unknown> {
  id: string;
  ref: string;
  /** The provider's id of the last stored line. */
  lastLine: string | null;
}

async function unreadPayouts({ db }: Pick<Deps, 'db'>, provider: ProviderName): Promise<Unread[]> {
  const { rows } = await db.execute<Unread>(sql`
    SELECT p.id, p.payout_ref AS ref,
      (SELECT line_ref FROM payout_lines WHERE payout_id = p.id ORDER BY id DESC LIMIT 1) AS "lastLine"
    FROM payouts p WHERE p.provider = ${provider} AND p.lines = 'ready' AND p.lines_read_at IS NULL
    ORDER BY p.created_at, p.id`);
  return rows;
}

/**
 * Matches the lines of open payouts again. If one fails, the others still get their turn.
 * @returns the failures
 */
async function matchAgain({ pool, db, log, stopping }: FetchDeps): Promise<unknown[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT p.id FROM payouts p WHERE ${WHERE_PAYOUT_OPEN} AND p.open_lines > 0 ORDER BY p.id DESC LIMIT ${MATCHED_AGAIN}`);
  const failures: unknown[] = [];
  for (const { id } of rows) {
    if (stopping?.aborted) break;
    await withTx(pool, (tx) => matchPayout(tx, Number(id))).catch((error: unknown) => {
      log.error({ err: error, payout: Number(id) }, 'a payout could not be matched');
      failures.push(error);
    });
  }
  return failures;
}

/** Limits the time of each page. */
async function* timed<T>(pages: AsyncIterable<T>, pageMs: number): AsyncGenerator<T> {
  const iterator = pages[Symbol.asyncIterator]();
  for (;;) {
    const page = await withDeadline(iterator.next(), pageMs);
    if (page.done) return;
    yield page.value;
  }
}
