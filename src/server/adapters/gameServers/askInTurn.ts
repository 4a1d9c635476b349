import type { PlayerCount } from '#/server/ports/gameServers.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { addAttempt } from '#/server/platform/kernel/rateLimit.ts';
import { findReport } from './heartbeat.ts';

/** Part of the interval for which one answer holds. It is below 1, so that no process waits for the poll after the next. */
const HELD_PART = 0.8;

const STORE = {
  name: 'serverCountStore',
  text: `INSERT INTO server_reports AS known (server_key, online, slots, reported_at)
      SELECT key, $2, $3, $4 FROM servers WHERE key = $1
      ON CONFLICT (server_key) DO UPDATE
        SET online = excluded.online, slots = excluded.slots, reported_at = excluded.reported_at`,
};

/**
 * Asks a game server from one process of the site in each interval, however many there are, and stores the answer for the
 * others (L7). If that process fails or the server does not answer, the next interval has another turn.
 * @returns the answer, or the stored one if another process has the turn; null if that one is the first and still waits
 * @throws what `ask` throws
 */
export async function askInTurn(
  deps: Pick<Deps, 'db' | 'pool' | 'now' | 'secretKey'>,
  { key, intervalMs }: { key: string; intervalMs: number },
  ask: () => Promise<PlayerCount>,
): Promise<PlayerCount | null> {
  const turn = { name: 'game server asked', limit: 1, windowMs: HELD_PART * intervalMs };
  if ((await addAttempt(deps, turn, key)).left < 0) return (await findReport(deps.db, key)) ?? null;
  const { online, slots, at } = await ask();
  await deps.pool.query({ ...STORE, values: [key, online, slots, at] });
  return { online, slots, at };
}
