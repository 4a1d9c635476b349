import type { FastifyInstance } from 'fastify';
import { gameCalls } from '#/contract/operator/gameCalls.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { idOf, operatorAct } from '../calls/operatorAct.ts';
import { operatorRoute } from '../calls/operatorRoute.ts';
import { packedAdapter } from './packedAdapter.ts';
import { acceptLedgerAct } from './acceptLedgerAct.ts';
import { decideAct, decideManyAct } from './decideActs.ts';
import { listDeliveries, matchingDeliveries } from './listDeliveries.ts';
import { endKeyAct, makeKeyAct, revokeKeyAct } from './keyActs.ts';
import { listServers } from './listServers.ts';
import { showServer } from './showServer.ts';
import { showDelivery } from './showDelivery.ts';

/** Serves the operators' calls about deliveries and game servers. */
export function gameRoutes(app: FastifyInstance, deps: Deps): void {
  operatorRoute(app, deps, gameCalls.deliveries, ({ query }) => listDeliveries(deps, query));
  operatorRoute(app, deps, gameCalls.matchingDeliveries, ({ query }) => matchingDeliveries(deps, query));
  operatorRoute(app, deps, gameCalls.delivery, ({ params }) => showDelivery(deps, idOf(params)));
  operatorAct(app, deps, gameCalls.decideDelivery, 'deliveryDecided', (tx, { params, body }) =>
    decideAct(tx, deps, idOf(params), body),
  );
  operatorAct(app, deps, gameCalls.decideDeliveries, 'deliveriesDecided', (tx, { body }) =>
    decideManyAct(tx, deps, body),
  );
  operatorRoute(app, deps, gameCalls.servers, async () => ({ servers: await listServers(deps) }));
  operatorRoute(app, deps, gameCalls.server, ({ params }) => showServer(deps, params.id));
  operatorAct(app, deps, gameCalls.makeGameKey, 'gameKeyMade', (tx, { params, body }) =>
    makeKeyAct(tx, deps, params.id, body),
  );
  operatorAct(app, deps, gameCalls.endGameKey, 'gameKeyEnds', (tx, { params, body }) =>
    endKeyAct(tx, deps, params.id, body),
  );
  operatorAct(app, deps, gameCalls.revokeGameKey, 'gameKeyRevoked', (tx, { params }) =>
    revokeKeyAct(tx, deps, params.id),
  );
  operatorAct(app, deps, gameCalls.acceptLedger, 'gameLedgerAccepted', (tx, { params, body }) =>
    acceptLedgerAct(tx, deps, params.id, body),
  );
  operatorRoute(app, deps, gameCalls.adapter, async ({ params }) => packedAdapter(params.id));
}
