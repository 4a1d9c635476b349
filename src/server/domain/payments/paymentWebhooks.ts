import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { refuseWhileReadOnly } from '#/server/platform/watch/diskGuard.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { ForgedWebhook, type ProviderName } from '#/server/ports/payments.ts';
import { createLineLimit } from '#/server/platform/kernel/logging.ts';
import { storeEvents } from './paymentInbox.ts';

/**
 * Most forged webhooks of one address in a window. Signed ones are never limited, even if forged ones come from the
 * same address.
 */
const FORGED_PER_WINDOW = 20;
const WINDOW_MS = 60_000;

export const forgedWebhooksTotal = new Counter({
  name: 'payment_webhooks_forged_total',
  help: 'Webhooks that were refused because their provider did not sign them',
  labelNames: ['provider'],
  registers: [],
});

/**
 * Serves `POST /api/payments/{provider}/webhook` of every configured provider. The events are stored before the 2xx,
 * because a provider repeats a webhook only until it gets one. The orders are settled afterwards. The body of a
 * request without a signature is not read.
 */
export async function paymentWebhooks(app: FastifyInstance, deps: Deps): Promise<void> {
  const countForged = app.createRateLimit({
    max: FORGED_PER_WINDOW * deps.config.rateLimitScale,
    timeWindow: WINDOW_MS,
  });
  const nextLine = createLineLimit(deps.now);
  const refuseForged = async (
    provider: ProviderName,
    reason: string,
    request: FastifyRequest,
  ): Promise<never> => {
    forgedWebhooksTotal.inc({ provider });
    const unsaid = nextLine();
    if (unsaid !== undefined) request.log.warn({ provider, reason, unsaid }, 'a webhook was refused');
    const count = await countForged(request);
    if (!count.isAllowed && count.isExceeded)
      fail('tooManyRequests', { retryAfterSeconds: count.ttlInSeconds });
    return fail('badRequest');
  };
  await app.register(async (scope) => {
    // accepts any content type as bytes, because the signature covers the raw bytes
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const provider of deps.payments.providers.values()) {
      // at 0 from the start, because alarms see no increase of a counter that begins with its first webhook
      forgedWebhooksTotal.inc({ provider: provider.name }, 0);
      scope.post(
        `/api/payments/${provider.name}/webhook`,
        {
          bodyLimit: provider.webhook.maxBytes,
          // a provider has few addresses and may send many webhooks after an outage
          config: { isUncounted: true },
          onRequest: async (request) => {
            if (request.headers[provider.webhook.signatureHeader] === undefined)
              await refuseForged(provider.name, 'no signature', request);
          },
        },
        async (request, reply) => {
          refuseWhileReadOnly(deps);
          const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          const events = await provider.readWebhook(raw, request.headers).catch((error: unknown) => {
            if (!(error instanceof ForgedWebhook)) throw error;
            return refuseForged(provider.name, error.message, request);
          });
          await storeEvents(deps, provider.name, events, raw.toString('utf8'));
          return reply.header('cache-control', 'no-store').send({ received: true });
        },
      );
    }
  });
}
