import type { FastifyInstance } from 'fastify';
import { LIVE_PATH, liveQuery } from '#/contract/live.ts';
import { DEFAULT_LOCALE } from '#/contract/kernel/locale.ts';
import { acceptedLocale } from '#/server/platform/kernel/acceptedLocale.ts';
import { findPageSession } from '#/server/domain/accounts/access/session.ts';
import { addressSubject } from '#/server/platform/kernel/rateLimit.ts';
import { closedParts } from '#/server/platform/kernel/stops.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { parsePart } from './route.ts';

/** Range of the delay before the browser reconnects, so that not all reconnect at once after a restart. */
const RETRY_MS = { from: 2_000, to: 8_000 };

/** Serves the stream of server-sent events of a page: first the current data, then what `deps.live` publishes. */
export function liveStream(app: FastifyInstance, deps: Deps): void {
  const { live, bookStops } = deps;
  live.greetWith('closed', async () => closedParts(bookStops));
  app.addHook('preClose', async () => live.close());
  app.get(LIVE_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const query = parsePart(liveQuery, request.query, 'badRequest');
    const locale = query.locale ?? acceptedLocale(request.headers['accept-language']) ?? DEFAULT_LOCALE;
    const address = addressSubject(request.ip);
    const [greeting, session] = await Promise.all([live.greetingOf(locale), findPageSession(deps, request)]);
    live.refuseWhenFull(address);
    void reply.headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // without it nginx holds events back until its buffer is full
      'x-accel-buffering': 'no',
      // closes the connection after the stream, so that a stopping server does not wait for it
      connection: 'close',
    });
    void reply.hijack();
    const response = reply.raw;
    if (request.raw.destroyed) return;
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) response.setHeader(name, value);
    const retryMs = Math.round(RETRY_MS.from + Math.random() * (RETRY_MS.to - RETRY_MS.from));
    live.add(response, { address, locale, sessionId: session?.sessionId ?? null });
    response.write(`retry: ${retryMs}\n\n${greeting}`);
  });
}
