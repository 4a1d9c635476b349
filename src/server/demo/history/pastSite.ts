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

/** A site that serves requests without listening on a port. */
interface PastSite {
  send: (request: InjectOptions) => Promise<LightMyRequestResponse>;
  /** Acts of operators by name. */
  acts: StoredActs;
}

/** Makes a site that serves the requests of the history's people. */
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

/** Thrown when the site of the past refuses a request, for example of a player whose purchases are blocked. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/**
 * Returns a successful answer.
 * @throws Refused with any other answer
 */
export function accepted(reply: LightMyRequestResponse): LightMyRequestResponse {
  if (reply.statusCode !== 200) throw new Refused(reply.body);
  return reply;
}
