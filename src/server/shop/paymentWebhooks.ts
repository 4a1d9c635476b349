import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { refuseWhileReadOnly } from '../diskGuard.ts';
import { fail } from '../errors.ts';
import { ForgedWebhook } from '../ports/payments/payments.ts';
import { storeEvents } from './paymentInbox.ts';

/** Providers send a few kilobytes. */
const BODY_LIMIT_BYTES = 256 * 1024;

/**
 * `POST /api/payments/{provider}/webhook` of every provider that is set up. What it says is stored before it is told so,
 * and what is not stored it will say again; orders hear of it after that.
 */
export async function paymentWebhooks(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    // signatures are over the bytes as they came, whatever they are said to be
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const provider of deps.payments.providers.values())
      scope.post(
        `/api/payments/${provider.name}/webhook`,
        // a provider has few addresses and much to say after a pause
        { bodyLimit: BODY_LIMIT_BYTES, config: { isUncounted: true } },
        async (request, reply) => {
          refuseWhileReadOnly(deps);
          const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          const events = await provider.readWebhook(raw, request.headers).catch((error: unknown) => {
            if (!(error instanceof ForgedWebhook)) throw error;
            request.log.warn({ provider: provider.name, reason: error.message }, 'a webhook was refused');
            return fail('badRequest', { cause: error });
          });
          await storeEvents(deps, provider.name, events, raw.toString('utf8'));
          return reply.header('cache-control', 'no-store').send({ received: true });
        },
      );
  });
}
