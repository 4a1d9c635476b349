import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endpoints } from '#/contract/calls/endpoints.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { readyAnswers } from '#/server/platform/http/readyAnswers.ts';
import { readForAll } from '#/server/platform/watch/readForAll.ts';
import { route } from '#/server/platform/http/route.ts';
import { caseStats } from './caseStats.ts';
import { currentEpoch } from './currentEpoch.ts';
import { listDays } from './days.ts';
import { listDraws } from './draws.ts';
import { listEpochs, showEpoch } from './epochs.ts';
import { showOdds } from './odds.ts';
import { proveDraw } from './proof.ts';
import { rotateSeed } from './rotateSeed.ts';
import { setClientSeed } from './setClientSeed.ts';

/**
 * Limit for each address in a window for the calls that read a thousand draws each. The limit of all calls would be too
 * wide for them.
 */
const WIDE_READS_PER_WINDOW = 60;
const WINDOW_MS = 10_000;

export function fairnessRoutes(app: FastifyInstance, deps: Deps): void {
  const countWideRead = app.createRateLimit({
    max: WIDE_READS_PER_WINDOW * deps.config.rateLimitScale,
    timeWindow: WINDOW_MS,
  });
  const limitWideReads = async (request: FastifyRequest) => {
    const count = await countWideRead(request);
    if (!count.isAllowed && count.isExceeded)
      fail('tooManyRequests', { retryAfterSeconds: count.ttlInSeconds });
  };

  route(app, deps, endpoints.fairCurrent, (_, { account }) => currentEpoch(deps.db, deps, account.id));
  route(app, deps, endpoints.clientSeed, ({ body }, { account }) => setClientSeed(deps, account.id, body));
  route(app, deps, endpoints.rotateSeed, ({ body }, { account }) => rotateSeed(deps, account.id, body));
  route(app, deps, endpoints.fairEpochs, ({ query }, { account }) =>
    listEpochs(deps, account.id, query.before),
  );
  route(app, deps, endpoints.fairEpoch, ({ params }) => showEpoch(deps, params.id));
  route(app, deps, endpoints.fairDraws, async ({ query }, { request }) => {
    await limitWideReads(request);
    return listDraws(deps, query);
  });
  const odds = readyAnswers(deps, endpoints.fairOdds);
  route(app, deps, endpoints.fairOdds, ({ params }, { locale }) =>
    odds(`${locale} ${params.hash}`, ({ catalogue }) =>
      readForAll(deps, { catalogue }, (seen) => showOdds(seen, params.hash, locale)),
    ),
  );
  route(app, deps, endpoints.fairStats, ({ params }, { locale }) => caseStats(deps, params.caseId, locale));
  route(app, deps, endpoints.fairDays, ({ query }) => listDays(deps, query.before));
  route(app, deps, endpoints.fairProof, async ({ query }, { request }) => {
    await limitWideReads(request);
    return proveDraw(deps, query);
  });
}
