import type { FastifyInstance } from 'fastify';
import { payoutCalls } from '#/contract/operator/figures/payoutCalls.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { idOf, operatorAct } from '../calls/operatorAct.ts';
import { operatorRoute } from '../calls/operatorRoute.ts';
import { acceptPayoutAct } from './acceptPayoutAct.ts';
import { listMissing } from './listMissing.ts';
import { listPayouts } from './listPayouts.ts';
import { showPayout } from './showPayout.ts';

/** Serves the operators' calls about payouts. */
export function payoutRoutes(app: FastifyInstance, deps: Deps): void {
  operatorRoute(app, deps, payoutCalls.payouts, ({ query }) => listPayouts(deps, query));
  operatorRoute(app, deps, payoutCalls.missingFromPayouts, ({ query }) => listMissing(deps, query));
  operatorRoute(app, deps, payoutCalls.payout, ({ params, query }) => showPayout(deps, idOf(params), query));
  operatorAct(app, deps, payoutCalls.acceptPayout, 'payoutAccepted', (tx, { params, body }, { id }) =>
    acceptPayoutAct(tx, deps, idOf(params), body, id),
  );
}
