import type { ProviderName } from '#/server/ports/payments.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

const MINUTE_MS = 60_000;
/** Delay of the next question after the first failure. It doubles with each further failure in a row. */
const FIRST_PAUSE_MS = MINUTE_MS;
const LONGEST_PAUSE_MS = 60 * MINUTE_MS;
/** Lease of the probe: for this time no other server asks whether the provider is back. */
const LEASE_MS = MINUTE_MS;

type Clock = Pick<Deps, 'pool' | 'now'>;

const CLAIM = `UPDATE provider_outages SET next_ask_at = $3 WHERE provider = $1 AND next_ask_at <= $2`;

/**
 * Tells whether a provider may be asked.
 * @returns `up`: it may; `out`: no server asks it now; `probe`: this server asks once whether it is back
 */
export async function availabilityOf(
  { pool, now }: Clock,
  provider: ProviderName,
): Promise<'up' | 'out' | 'probe'> {
  const at = now();
  const known = await pool.query('SELECT 1 FROM provider_outages WHERE provider = $1', [provider]);
  if (known.rowCount === 0) return 'up';
  const { rowCount } = await pool.query(CLAIM, [provider, at, new Date(at.getTime() + LEASE_MS)]);
  return rowCount === 1 ? 'probe' : 'out';
}

/** Pauses all questions to a provider, longer with every failure in a row. */
export async function noteOutage({ pool, now }: Clock, provider: ProviderName): Promise<void> {
  const pauseS = `least($4::float8, $3::float8 * power(2, least(o.failures, 20)))`;
  await pool.query(
    `INSERT INTO provider_outages AS o (provider, failures, next_ask_at)
      VALUES ($1, 1, $2::timestamptz + make_interval(secs => $3::float8))
      ON CONFLICT (provider) DO UPDATE SET failures = o.failures + 1,
        next_ask_at = $2::timestamptz + make_interval(secs => ${pauseS})`,
    [provider, now(), FIRST_PAUSE_MS / 1000, LONGEST_PAUSE_MS / 1000],
  );
}

/** Ends the pause, because the provider has answered. */
export async function endOutage({ pool }: Pick<Deps, 'pool'>, provider: ProviderName): Promise<void> {
  await pool.query('DELETE FROM provider_outages WHERE provider = $1', [provider]);
}
