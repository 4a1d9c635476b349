import fastifyCookie from '@fastify/cookie';
import fastifyCsrf from '@fastify/csrf-protection';
import fastifyHelmet from '@fastify/helmet';
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { CSRF_HEADER } from '#/contract/page.ts';
import type { Config } from './config.ts';
import { fail } from './errors.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** For each address and 10 s: a page with all its assets is about 60. */
const REQUESTS_PER_WINDOW = 300;
const WINDOW_MS = 10_000;

/** Headers, signed cookies, the token against forged requests, the coarse limit for each address. */
export async function guard(app: FastifyInstance, config: Config, secretKey: Buffer): Promise<void> {
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(config) },
    strictTransportSecurity: config.isHttps && { maxAge: YEAR_SECONDS, includeSubDomains: true },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
  await app.register(fastifyCookie, { secret: secretKey });
  await app.register(fastifyCsrf, {
    cookieKey: config.isHttps ? '__Host-csrf' : 'csrf',
    cookieOpts: { path: '/', sameSite: 'lax', httpOnly: true, secure: config.isHttps, signed: true },
    getToken: (request) => {
      const token = request.headers[CSRF_HEADER];
      return typeof token === 'string' ? token : undefined;
    },
  });
  await app.register(fastifyRateLimit, {
    global: false,
    max: REQUESTS_PER_WINDOW * config.rateLimitScale,
    timeWindow: WINDOW_MS,
    ipv6Subnet: 64,
  });
  // not the plugin's own hook: that one runs after the hooks of a route, which look the session up
  const countRequest = app.createRateLimit();
  app.addHook('onRequest', async (request) => {
    const count = await countRequest(request);
    if (!count.isAllowed && count.isExceeded)
      fail('tooManyRequests', { retryAfterSeconds: count.ttlInSeconds });
  });
}

/** What a page may load and run (TRUST.md). Only development, where Vite inlines, is laxer. */
function contentSecurityPolicy({ mode, apiBaseUrl, isHttps }: Config): Record<string, string[] | null> {
  const inline = mode === 'development' ? ["'unsafe-inline'"] : [];
  const api = apiBaseUrl ? [new URL(apiBaseUrl).origin] : [];
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inline],
    'worker-src': ["'self'"],
    'style-src': ["'self'", ...inline],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'media-src': ["'self'", 'blob:'],
    'connect-src': ["'self'", ...api, ...(mode === 'development' ? ['ws:'] : [])],
    'manifest-src': ["'self'"],
    'frame-src': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(mode !== 'development' && { 'require-trusted-types-for': ["'script'"] }),
    ...(isHttps && { 'upgrade-insecure-requests': [] }),
    'report-uri': ['/csp-report'],
  };
}
