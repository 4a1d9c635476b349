import type { Deps } from '#/server/platform/kernel/deps.ts';

/**
 * Tolerance between the clocks of two servers of this site. A report from further in the future came from a wrong clock
 * and is overwritten.
 */
const MAX_SKEW_SECONDS = 60;

const STORE = {
  name: 'serverReportStore',
  text: `WITH stored AS (INSERT INTO server_reports AS known (server_key, online, slots, reported_at)
      SELECT key, $2, $3, $4 FROM servers WHERE key = $1
      ON CONFLICT (server_key) DO UPDATE
        SET online = excluded.online, slots = excluded.slots, reported_at = excluded.reported_at
        WHERE known.reported_at <= excluded.reported_at
          OR known.reported_at > excluded.reported_at + interval '${MAX_SKEW_SECONDS} seconds'
      RETURNING 1)
    SELECT EXISTS (SELECT FROM stored) AS "isStored",
      (SELECT count(*)::int FROM game_presence WHERE server_key = $1) AS present`,
};

interface PlayerReport {
  server: string;
  online: number;
  slots?: number | undefined;
}

interface Stored {
  /** False if a later report is stored, or the catalogue has no such server. */
  isStored: boolean;
  /** Number of players that the adapter has reported as present. */
  present: number;
}

/**
 * Stores the number of players of a game server. A later stored report is kept, within the tolerance of the clocks.
 */
export async function storeReport(
  { pool, now }: Pick<Deps, 'pool' | 'now'>,
  { server, online, slots }: PlayerReport,
): Promise<Stored> {
  const { rows } = await pool.query<Stored>({ ...STORE, values: [server, online, slots ?? null, now()] });
  return rows[0]!;
}
