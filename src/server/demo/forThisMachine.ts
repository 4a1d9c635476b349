import type { FastifyRequest } from 'fastify';
import type { Config } from '#/server/platform/config/config.ts';
import { isFromThisMachine } from '#/server/platform/config/thisMachine.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

/**
 * Makes a hook that serves a page only to this machine.
 * @throws AppError notFound for requests from other machines
 */
export const forThisMachine = (config: Config) => async (request: FastifyRequest) => {
  if (!isFromThisMachine(request) || !isOwnHost(config, request)) fail('notFound');
};

/** Refuses foreign host names: a name that points to this machine would let a foreign page read the mails. */
function isOwnHost({ publicUrl }: Config, request: FastifyRequest): boolean {
  const host = request.headers.host ?? '';
  return host === new URL(publicUrl).host || /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
}

/**
 * Whether a form was sent by the page itself. Programs other than browsers send no such header and cannot be tricked.
 */
export function isOwnPage({ headers }: FastifyRequest, publicUrl: string): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site === 'same-origin';
  return origin === undefined || origin === new URL(publicUrl).origin || origin === `http://${host}`;
}
