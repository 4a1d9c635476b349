import type { FastifyInstance } from 'fastify';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { orderRoutes } from './orders/routes.ts';
import { peopleRoutes } from './people/routes.ts';

/** Serves the operator's place, unless the settings switch it off. */
export function operatorRoutes(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest('operator', null);
  peopleRoutes(app, deps);
  orderRoutes(app, deps);
}
