import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';

/** Longer than a cart is good for, so that an expired one is told as such. */
const COOKIE_SECONDS = 24 * 60 * 60;

/** Browsers refuse the prefix without https. */
const cookieName = ({ isHttps }: Config) => (isHttps ? '__Host-oc_cart' : 'oc_cart');
const secretOf = ({ config }: Pick<Deps, 'config'>, request: FastifyRequest): string | undefined => {
  const value = request.cookies[cookieName(config)];
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
};

/** What a browser's carts are found by. */
export const cartTokenHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** SHA-256 of the cart cookie of a request; undefined without one. */
export function cartTokenOf(deps: Pick<Deps, 'config'>, request: FastifyRequest): Buffer | undefined {
  const secret = secretOf(deps, request);
  return secret === undefined ? undefined : cartTokenHash(secret);
}

/** The secret that a browser keeps its carts by, or a new one: 32 random bytes. */
export function cartSecret(deps: Pick<Deps, 'config' | 'randomBytes'>, request: FastifyRequest): string {
  return secretOf(deps, request) ?? deps.randomBytes(32).toString('base64url');
}

export function sendCartCookie({ config }: Pick<Deps, 'config'>, reply: FastifyReply, secret: string): void {
  void reply.setCookie(cookieName(config), secret, {
    path: '/',
    sameSite: 'lax',
    secure: config.isHttps,
    httpOnly: true,
    maxAge: COOKIE_SECONDS,
  });
}
