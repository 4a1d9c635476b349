import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { ProviderName } from '#/server/ports/payments.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Lease of a fetch: for this time no other server begins one. Longer than a run takes. */
const LEASE_MS = 15 * MINUTE_MS;
/** The job runs every hour. A pause is a little shorter, or the duration of a fetch would add an hour to it. */
const SLACK_MS = 10 * MINUTE_MS;
const PAUSE_MS = 24 * HOUR_MS - SLACK_MS;
/** Pause after a fetch that failed or is not complete. */
const SHORT_PAUSE_MS = HOUR_MS - SLACK_MS;

type Clock = Pick<Deps, 'pool' | 'now'>;
const later = ({ now }: Clock, ms: number) => new Date(now().getTime() + ms);

/**
 * Claims the fetch of a provider.
 * @param isForced whether it is claimed although its time has not come
 * @returns false if it is not due, or another server fetches
 */
export async function claimFetch(deps: Clock, provider: ProviderName, isForced: boolean): Promise<boolean> {
  const { rowCount } = await deps.pool.query(
    `INSERT INTO payout_fetches AS f (provider, next_at) VALUES ($1, $3)
      ON CONFLICT (provider) DO UPDATE SET next_at = $3 WHERE f.next_at <= $2 OR $4`,
    [provider, deps.now(), later(deps, LEASE_MS), isForced],
  );
  return rowCount === 1;
}

/** @param isWhole false if something is left to fetch */
export async function noteFetched(deps: Clock, provider: ProviderName, isWhole: boolean): Promise<void> {
  await deps.pool.query(
    `UPDATE payout_fetches SET next_at = $2, failed_at = NULL, last_error = NULL,
      fetched_at = CASE WHEN $4 THEN $3 ELSE fetched_at END WHERE provider = $1`,
    [provider, later(deps, isWhole ? PAUSE_MS : SHORT_PAUSE_MS), deps.now(), isWhole],
  );
}

/** Notes a failed fetch. The next one follows after the short pause. */
export async function noteFailure(deps: Clock, provider: ProviderName, error: string): Promise<void> {
  await deps.pool.query(
    'UPDATE payout_fetches SET next_at = $2, failed_at = $3, last_error = $4 WHERE provider = $1',
    [provider, later(deps, SHORT_PAUSE_MS), deps.now(), error],
  );
}
