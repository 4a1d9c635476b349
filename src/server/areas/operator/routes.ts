import type { FastifyInstance } from 'fastify';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { figureRoutes } from './figures/routes.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import { discountRoutes } from './discounts/routes.ts';
import { gameRoutes } from './game/gameRoutes.ts';
import { mailRoutes } from './mails/routes.ts';
import { payoutRoutes } from './payouts/routes.ts';
import { orderRoutes } from './orders/routes.ts';
import { approvalRoutes } from './people/approvalRoutes.ts';
import { playerRoutes } from './players/routes.ts';
import { taxRoutes } from './tax/routes.ts';
import { siteRoutes } from './site/siteRoutes.ts';
import { peopleRoutes } from './people/routes.ts';

/** Serves the operators' calls. `buildApp` registers them only if the settings serve the operators' pages. */
export function operatorRoutes(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest('operator', null);
  app.decorate('operatorActs', new Map());
  app.decorate('operatorProofs', new Set<string>());
  peopleRoutes(app, deps);
  approvalRoutes(app, deps);
  siteRoutes(app, deps);
  orderRoutes(app, deps);
  gameRoutes(app, deps);
  playerRoutes(app, deps);
  figureRoutes(app, deps);
  catalogueRoutes(app, deps);
  discountRoutes(app, deps);
  taxRoutes(app, deps);
  payoutRoutes(app, deps);
  mailRoutes(app, deps);
}
