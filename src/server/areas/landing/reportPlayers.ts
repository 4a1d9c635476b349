import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { addressSubject, type Budget, scaled, spend } from '../budget.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../errors.ts';

/** A dozen game servers on one machine report every few seconds. */
const HEARTBEATS_BY_ADDRESS: Budget = { name: 'heartbeats', limit: 240, windowMs: 60_000 };

/** Between two servers of this site. What lies further ahead was written by a clock that was wrong, and is written over. */
const MAX_SKEW_SECONDS = 60;

interface Heartbeat {
  server: string;
  online: number;
  slots?: number | undefined;
}

/**
 * Takes down what a game server says of itself; what came in later stays, as far as clocks can be believed.
 * @returns seconds until it should speak again
 * @throws AppError gameServerKeyInvalid, tooManyRequests, notFound when the catalogue has no such server
 */
export async function reportPlayers(
  deps: Deps,
  request: FastifyRequest,
  { server, online, slots }: Heartbeat,
): Promise<{ nextInS: number }> {
  const { config, pool, now } = deps;
  await spend(deps, scaled(HEARTBEATS_BY_ADDRESS, config.rateLimitScale), addressSubject(request.ip));
  const source = config.gameServers.sources.get(server);
  const key = source?.kind === 'heartbeat' ? source.key : undefined;
  if (!isBearer(request.headers.authorization, key)) fail('gameServerKeyInvalid');
  const { rowCount } = await pool.query(
    `INSERT INTO server_reports AS known (server_key, online, slots, reported_at)
      SELECT key, $2, $3, $4 FROM servers WHERE key = $1
      ON CONFLICT (server_key) DO UPDATE
        SET online = excluded.online, slots = excluded.slots, reported_at = excluded.reported_at
        WHERE known.reported_at <= excluded.reported_at
          OR known.reported_at > excluded.reported_at + interval '${MAX_SKEW_SECONDS} seconds'
      RETURNING 1`,
    [server, online, slots ?? null, now()],
  );
  if (rowCount === 0 && !(await isInCatalogue(deps, server))) fail('notFound');
  return { nextInS: Math.round(config.gameServers.intervalMs / 1000) };
}

async function isInCatalogue({ pool }: Deps, server: string): Promise<boolean> {
  return (await pool.query('SELECT FROM servers WHERE key = $1', [server])).rowCount === 1;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Takes as long for a wrong key, and for a server without one, as for the right one. */
function isBearer(authorization: string | undefined, key: string | undefined): boolean {
  const isSame = timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${key ?? ''}`));
  return isSame && key !== undefined;
}
