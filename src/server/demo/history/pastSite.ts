import Fastify, { type InjectOptions, type LightMyRequestResponse } from 'fastify';
import { authRoutes } from '#/server/areas/auth/routes.ts';
import { operatorRoutes } from '#/server/areas/operator/routes.ts';
import { orderRoutes } from '#/server/areas/shop/orderRoutes.ts';
import { shopRoutes } from '#/server/areas/shop/routes.ts';
import type { StoredActs } from '#/server/domain/operators/decideApproval.ts';
import { paymentWebhooks } from '#/server/domain/payments/paymentWebhooks.ts';
import { answerError } from '#/server/platform/http/failures.ts';
import { registerSecurity } from '#/server/platform/http/security.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** A site without a port. */
interface PastSite {
  send: (request: InjectOptions) => Promise<LightMyRequestResponse>;
  /** All acts of operators. */
  acts: StoredActs;
}

/** Makes a site that serves what the people of the history ask for. */
export async function pastSite(deps: Deps): Promise<PastSite> {
  const app = Fastify({ logger: false });
  app.setErrorHandler(answerError);
  app.decorateRequest('account', null);
  await registerSecurity(app, deps.config, deps.secretKey);
  authRoutes(app, deps);
  shopRoutes(app, deps);
  orderRoutes(app, deps);
  operatorRoutes(app, deps);
  await paymentWebhooks(app, deps);
  await app.ready();
  return { send: (request) => app.inject(request), acts: app.operatorActs };
}

/** The site of the past refused a request, as that of a player whose purchases are blocked. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** Passes a successful answer on. @throws Refused with the answer */
export function accepted(reply: LightMyRequestResponse): LightMyRequestResponse {
  if (reply.statusCode !== 200) throw new Refused(reply.body);
  return reply;
}
