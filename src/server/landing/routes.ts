import type { FastifyInstance } from 'fastify';
import { endpoints } from '#/contract/endpoints.ts';
import type { Deps } from '../deps.ts';
import { route } from '../route.ts';
import { briefly } from './briefly.ts';
import { listServers } from './listServers.ts';
import { serversStatistic } from './serversStatistic.ts';

/** The catalogue changes by an import, which another process may do. */
const SERVERS_AGE_MS = 5_000;
const STATISTIC_AGE_MS = 3_000;

export function landingRoutes(app: FastifyInstance, deps: Deps): void {
  const servers = briefly(SERVERS_AGE_MS, deps.now, () => listServers(deps));
  const statistic = briefly(STATISTIC_AGE_MS, deps.now, async () => serversStatistic(deps, await servers()));

  route(app, deps, endpoints.servers, async (_, { locale }) => ({
    servers: (await servers()).map(({ key, names }) => ({ key, name: names[locale] })),
  }));
  route(app, deps, endpoints.serversStatistic, async (_, { locale }) => ({
    servers: (await statistic()).map(({ key, names, online, isOnline }) => ({
      key,
      name: names[locale],
      online,
      isOnline,
    })),
  }));
}
