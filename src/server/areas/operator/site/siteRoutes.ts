import type { FastifyInstance } from 'fastify';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { runJobNow, siteState } from '#/server/domain/operators/siteState.ts';
import { listTermsNotices } from '#/server/domain/playerNews/termsNotices.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { idOf, operatorAct } from '../calls/operatorAct.ts';
import { operatorRoute } from '../calls/operatorRoute.ts';
import { showFairness } from './showFairness.ts';
import { closeAct, openAct } from './switchActs.ts';
import { announceTermsAct, withdrawTermsAct } from './termsActs.ts';

/** Serves the state of the site, with the tasks that wait for an operator. */
export function siteRoutes(app: FastifyInstance, deps: Deps): void {
  operatorRoute(app, deps, operatorCalls.site, (_, { operator }) => siteState(deps, operator));
  operatorRoute(app, deps, operatorCalls.fairness, () => showFairness(deps));
  operatorAct(app, deps, operatorCalls.runJob, 'runJob', async (tx, { params }) => ({
    ...(await runJobNow(tx, deps, params.id)),
    reply: {},
    target: { type: 'job', id: params.id },
    // counts like an opening of a part; the limit of support is 0, so support needs a second person
    amount: 1,
  }));
  operatorAct(app, deps, operatorCalls.closeSwitch, 'closeSwitch', (tx, { params, body }, { id }) =>
    closeAct(tx, deps, { name: params.id, operatorId: id, reason: body.reason }),
  );
  operatorAct(app, deps, operatorCalls.openSwitch, 'openSwitch', (tx, { params, body }, { id }) =>
    openAct(tx, deps, { name: params.id, operatorId: id, reason: body.reason }),
  );
  operatorRoute(app, deps, operatorCalls.termsNotices, () => listTermsNotices(deps));
  operatorAct(app, deps, operatorCalls.announceTerms, 'announceTerms', (tx, { body }, actor) =>
    announceTermsAct(tx, deps, body, actor),
  );
  operatorAct(app, deps, operatorCalls.withdrawTerms, 'withdrawTerms', (tx, { params }) =>
    withdrawTermsAct(tx, deps, idOf(params)),
  );
}
