import type { FastifyInstance } from 'fastify';
import { figureCalls } from '#/contract/operator/figures/figureCalls.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { operatorRoute } from '../calls/operatorRoute.ts';
import { dashboard } from './dashboard.ts';
import { makeExport, sendExport } from './makeExport.ts';

/** Serves the operators' calls about the figures of the site. */
export function figureRoutes(app: FastifyInstance, deps: Deps): void {
  operatorRoute(app, deps, figureCalls.dashboard, ({ query }) => dashboard(deps, query));
  operatorRoute(app, deps, figureCalls.makeExport, ({ body }, { request, operator }) =>
    makeExport(deps, request, operator, body),
  );
  operatorRoute(app, deps, figureCalls.loadExport, ({ params }, { reply, operator }) =>
    sendExport(deps, reply, operator, params.id),
  );
}
