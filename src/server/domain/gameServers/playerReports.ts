import type { Deps } from '#/server/platform/kernel/deps.ts';

/**
 * Tolerance between the clocks of two servers of this site. A report from further in the future came from a wrong clock
 * and is overwritten.
 */
const MAX_SKEW_SECONDS = 60;

const STORE = {
  name: 'serverReportStore',
  text: `INSERT INTO server_reports AS known (server_key, online, slots, reported_at)
    SELECT key, $2, $3, $4 FROM servers WHERE key = $1
    ON CONFLICT (server_key) DO UPDATE
      SET online = excluded.online, slots = excluded.slots, reported_at = excluded.reported_at
      WHERE known.reported_at <= excluded.reported_at
        OR known.reported_at > excluded.reported_at + interval '${MAX_SKEW_SECONDS} seconds'`,
};

interface PlayerReport {
  server: string;
  online: number;
  slots?: number | undefined;
}

/**
 * Stores how many players a game server has. A later report that is stored already is kept, within the tolerance of the
 * clocks.
 * @returns false if a later report was kept, or if the catalogue has no such server
 */
export async function storeReport(
  { pool, now }: Pick<Deps, 'pool' | 'now'>,
  { server, online, slots }: PlayerReport,
): Promise<boolean> {
  const values = [server, online, slots ?? null, now()];
  return (await pool.query({ ...STORE, values })).rowCount === 1;
}
