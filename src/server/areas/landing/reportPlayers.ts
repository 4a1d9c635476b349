import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sha256 } from '#/server/platform/kernel/encryption.ts';
import { addressSubject, type RateLimit, scaled, countAttempt } from '#/server/platform/kernel/rateLimit.ts';
import { storeReport } from '#/server/domain/gameServers/playerReports.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

/** Reports of one address: a dozen game servers on one machine report every few seconds. */
const HEARTBEATS_BY_ADDRESS: RateLimit = { name: 'heartbeats', limit: 240, windowMs: 60_000 };

interface Heartbeat {
  server: string;
  online: number;
  slots?: number | undefined;
}

/**
 * Stores the report of a game server. A later report that is stored already is kept, within the tolerance of the
 * clocks.
 * @returns seconds until its next report
 * @throws AppError gameServerKeyInvalid, tooManyRequests, notFound if the catalogue has no such server
 */
export async function reportPlayers(
  deps: Deps,
  request: FastifyRequest,
  { server, online, slots }: Heartbeat,
): Promise<{ nextInS: number }> {
  const { config } = deps;
  await countAttempt(deps, scaled(HEARTBEATS_BY_ADDRESS, config.rateLimitScale), addressSubject(request.ip));
  const source = config.gameServers.sources.get(server);
  const key = source?.kind === 'heartbeat' ? source.key : undefined;
  if (!isBearer(request.headers.authorization, key)) fail('gameServerKeyInvalid');
  const { isStored } = await storeReport(deps, { server, online, slots });
  if (!isStored && !(await isInCatalogue(deps, server))) fail('notFound');
  return { nextInS: Math.round(config.gameServers.intervalMs / 1000) };
}

async function isInCatalogue({ pool }: Deps, server: string): Promise<boolean> {
  return (await pool.query('SELECT FROM servers WHERE key = $1', [server])).rowCount === 1;
}

/** Compares keys in constant time, also for a server without a key. */
function isBearer(authorization: string | undefined, key: string | undefined): boolean {
  const isSame = timingSafeEqual(sha256(authorization ?? ''), sha256(`Bearer ${key ?? ''}`));
  return isSame && key !== undefined;
}
