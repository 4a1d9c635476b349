import type { FastifyInstance } from 'fastify';
import { isUrlOfThisMachine } from '#/server/platform/config/thisMachine.ts';
import type { Config } from '#/server/platform/config/config.ts';

/**
 * Leads a page that was opened by another name of this machine, such as 127.0.0.1 for localhost, to the site's own
 * name (SE19). Cookies belong to a name: whoever signed in under another one would come back from a payment signed out.
 * Programs and calls are answered under every name.
 */
export function leadToOneName(app: FastifyInstance, { publicUrl }: Config): void {
  if (!isUrlOfThisMachine(publicUrl)) return;
  const own = new URL(publicUrl);
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || request.headers['sec-fetch-dest'] !== 'document') return undefined;
    const opened = `http://${request.headers.host ?? own.host}`;
    if (opened === own.origin || !URL.canParse(opened) || !isUrlOfThisMachine(opened)) return undefined;
    // another port may be a proxy before the site
    if (new URL(opened).port !== own.port) return undefined;
    return reply.redirect(`${own.origin}${request.url}`, 302);
  });
}
