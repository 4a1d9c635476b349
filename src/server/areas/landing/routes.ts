import type { FastifyInstance } from 'fastify';
import { endpoints } from '#/contract/calls/endpoints.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { briefly } from '#/server/platform/kernel/briefly.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { previewed } from '#/server/domain/operators/previewedReads.ts';
import { route } from '#/server/platform/http/route.ts';
import { landingData } from './landingData.ts';
import { listServers, type ServerRow } from './listServers.ts';
import { reportPlayers } from './reportPlayers.ts';
import { serversStatistic } from './serversStatistic.ts';

/** Age of cached catalogue data. An import may change the catalogue from another process. */
const CATALOGUE_AGE_MS = 5_000;

export function landingRoutes(app: FastifyInstance, deps: Deps): void {
  const servers = briefly(CATALOGUE_AGE_MS, deps.now, () => listServers(deps));
  const landing = briefly(CATALOGUE_AGE_MS, deps.now, async () => landingData(deps, await servers()));
  const statisticIn = async (locale: Locale) => (await serversStatistic(deps, await servers()))(locale);

  const namesOf = (rows: readonly ServerRow[], locale: Locale) => ({
    servers: rows.map(({ key, names }) => ({ key, name: names[locale] })),
  });

  route(app, deps, endpoints.servers, (_, caller) =>
    previewed(
      deps,
      caller,
      async (seen) => namesOf(await listServers(seen), caller.locale),
      async () => namesOf(await servers(), caller.locale),
    ),
  );
  route(app, deps, endpoints.serversStatistic, (_, caller) =>
    previewed(
      deps,
      caller,
      async (seen) => (await serversStatistic(seen, await listServers(seen)))(caller.locale),
      () => statisticIn(caller.locale),
    ),
  );
  route(app, deps, endpoints.landingData, (_, caller) =>
    previewed(
      deps,
      caller,
      async (seen) => (await landingData(seen, await listServers(seen)))(caller.locale),
      async () => (await landing())(caller.locale),
    ),
  );
  route(app, deps, endpoints.heartbeat, ({ body }, { request }) => reportPlayers(deps, request, body));
  deps.live.greetWith('servers', statisticIn);
}
