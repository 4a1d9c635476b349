import { createHash, createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressSubject } from '#/server/platform/kernel/rateLimit.ts';
import type { Config } from '#/server/platform/config/config.ts';
import { hostCookie } from '#/server/platform/config/hostCookie.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** Longer than the life of a cart, so that a buyer who comes back late is told that the cart expired. */
const COOKIE_SECONDS = 24 * 60 * 60;

const cookieName = (config: Config) => hostCookie('oc_cart', config);
const secretOf = ({ config }: Pick<Deps, 'config'>, request: FastifyRequest): string | undefined => {
  const value = request.cookies[cookieName(config)];
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
};

/** SHA-256 of the secret in the cart cookie; the carts of a browser are stored under it. */
export const cartTokenHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Reads the cart cookie. @returns SHA-256 of its secret; undefined without a cookie */
export function cartTokenOf(deps: Pick<Deps, 'config'>, request: FastifyRequest): Buffer | undefined {
  const secret = secretOf(deps, request);
  return secret === undefined ? undefined : cartTokenHash(secret);
}

/**
 * Returns the secret in the cart cookie, or a new one of 32 bytes. If the first answer and its cookie were lost, a
 * repeated request gets the same secret.
 */
export function cartSecret(
  deps: Pick<Deps, 'config' | 'randomBytes' | 'secretKey'>,
  request: FastifyRequest,
  idempotencyKey: string | undefined,
): string {
  const known = secretOf(deps, request);
  if (known !== undefined) return known;
  if (idempotencyKey === undefined) return deps.randomBytes(32).toString('base64url');
  // address and browser are part of it: the same key from another visitor gives another secret
  const visitor = JSON.stringify([addressSubject(request.ip), request.headers['user-agent'], idempotencyKey]);
  // a request that is repeated over a change of the secret gets another cart, which costs the buyer nothing
  return createHmac('sha256', deps.secretKey.current).update(`cart|${visitor}`).digest('base64url');
}

/** Sends the cart cookie, whose life begins anew. */
export function sendCartCookie({ config }: Pick<Deps, 'config'>, reply: FastifyReply, secret: string): void {
  void reply.setCookie(cookieName(config), secret, {
    path: '/',
    sameSite: 'lax',
    secure: config.isHttps,
    httpOnly: true,
    maxAge: COOKIE_SECONDS,
  });
}
