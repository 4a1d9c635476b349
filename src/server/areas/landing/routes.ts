import type { FastifyInstance } from 'fastify';
import { endpoints } from '#/contract/calls/endpoints.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { CurrentCounts } from '#/server/platform/kernel/playerCounts.ts';
import { byVersion } from '#/server/platform/watch/readForAll.ts';
import { versionToShow } from '#/server/platform/watch/siteVersion.ts';
import { dayOf } from '#/server/domain/fairness/dayEnd.ts';
import { catalogueRoute } from '#/server/domain/operators/catalogueRoute.ts';
import { announcedTerms } from '#/server/domain/playerNews/termsNotices.ts';
import { route } from '#/server/platform/http/route.ts';
import { landingData, promoTimes } from './landingData.ts';
import { listServers } from './listServers.ts';
import { reportPlayers } from './reportPlayers.ts';
import { serversStatistic } from './serversStatistic.ts';

export function landingRoutes(app: FastifyInstance, deps: Deps): void {
  const servers = byVersion(deps, listServers);
  const times = byVersion(deps, promoTimes);

  catalogueRoute(app, deps, endpoints.servers, async (seen, locale) => ({
    servers: (await listServers(seen)).map(({ key, names }) => ({ key, name: names[locale] })),
  }));
  catalogueRoute(
    app,
    deps,
    endpoints.serversStatistic,
    async (seen, locale) => (await serversStatistic(seen, await listServers(seen)))(locale),
    { stampOf: async ({ catalogue }) => catalogue + textOf(await deps.playerCounts.current()) },
  );
  catalogueRoute(
    app,
    deps,
    endpoints.landingData,
    async (seen, locale) => (await landingData(seen, await listServers(seen)))(locale),
    {
      // another banner is shown from one of these times on
      stampOf: async (version) => {
        const now = deps.now();
        return `${version.catalogue} ${(await times(version)).filter((time) => time <= now).length}`;
      },
    },
  );
  catalogueRoute(
    app,
    deps,
    endpoints.termsNotices,
    announcedTerms,
    // a notice ends with the day before its own
    { stampOf: ({ catalogue }) => `${catalogue} ${dayOf(deps.now())}` },
  );
  route(app, deps, endpoints.heartbeat, ({ body }, { request }) => reportPlayers(deps, request, body));
  deps.live.greetWith('servers', async (locale: Locale) => {
    const listed = await servers(await versionToShow(deps));
    return (await serversStatistic(deps, listed))(locale);
  });
}

const texts = new WeakMap<CurrentCounts, string>();

/** The counts as a text that tells them from others. */
function textOf(counts: CurrentCounts): string {
  const known = texts.get(counts);
  if (known !== undefined) return known;
  const ofServer = [...counts.ofServer].map(([key, { online, slots }]) => [key, online, slots]);
  const text = JSON.stringify([ofServer, counts.peak]);
  texts.set(counts, text);
  return text;
}
