import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import fastifyCookie from '@fastify/cookie';
import fastifyCsrf from '@fastify/csrf-protection';
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { CaptchaProvider } from '#/contract/kernel/captcha.ts';
import { SCRIPT_POLICY } from '#/contract/kernel/pageNames.ts';
import { CSRF_HEADER } from '#/contract/page.ts';
import { hostCookie } from '#/server/platform/config/hostCookie.ts';
import type { Config } from '#/server/platform/config/config.ts';
import type { SecretKey } from '#/server/platform/config/secretKey.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** Counted requests of one address in a window. A page with its data makes up to 15; its assets are not counted. */
const REQUESTS_PER_WINDOW = 300;
const WINDOW_MS = 10_000;
const PERMISSIONS_POLICY = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Not counted by the rate limit for each address: the route itself, or the requests for which this holds. */
    isUncounted?: boolean | ((request: FastifyRequest) => boolean);
  }
}

/** The headers of every answer. */
export function securityHeaders(config: Config): Readonly<Record<string, string>> {
  // @fastify/helmet would compute all of this again for each request
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(config) },
    strictTransportSecurity: config.isHttps && { maxAge: YEAR_SECONDS, includeSubDomains: true },
    // no address with the token of a mailed link, not even to the site's own logs
    referrerPolicy: { policy: 'strict-origin' },
    xFrameOptions: { action: 'deny' },
  });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  setHeaders(request, response, (error) => {
    if (error) throw new Error('the security headers cannot be made', { cause: error });
  });
  const headers = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
  // the site uses none of the features that browsers can offer
  return { ...Object.fromEntries(headers), 'permissions-policy': PERMISSIONS_POLICY };
}

/** Registers headers, signed cookies, the CSRF token, and the coarse rate limit for each address. */
export async function registerSecurity(
  app: FastifyInstance,
  config: Config,
  { readable }: SecretKey,
): Promise<void> {
  const headers = securityHeaders(config);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers);
    // the caller has disconnected: nobody reads the answer, and their address is unknown
    if (request.raw.socket.remoteAddress === undefined) fail('badRequest');
    // HTTP/1.1 requires a Host header (RFC 9112, 3.2)
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) fail('badRequest');
    done();
  });
  await app.register(fastifyCookie, { secret: [...readable] });
  await app.register(fastifyCsrf, {
    cookieKey: hostCookie('csrf', config),
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
  // does not use the plugin's own hook, because it would run after a route's hooks, which look up the session
  const countRequest = app.createRateLimit();
  app.addHook('onRequest', async (request) => {
    const { isUncounted } = request.routeOptions.config ?? {};
    if (typeof isUncounted === 'function' ? isUncounted(request) : isUncounted) return;
    const count = await countRequest(request);
    if (!count.isAllowed && count.isExceeded)
      fail('tooManyRequests', { retryAfterSeconds: count.ttlInSeconds });
  });
}

/** Additional sources for a captcha's script, as its documentation lists them. */
const CAPTCHA_SOURCES: Record<CaptchaProvider, Record<string, string[]>> = {
  altcha: {},
  recaptcha: {
    'script-src': ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    'frame-src': ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
    'connect-src': ['https://www.google.com/recaptcha/'],
    // its badge uses inline styles
    'style-src-attr': ["'unsafe-inline'"],
  },
  turnstile: {
    'script-src': ['https://challenges.cloudflare.com'],
    'frame-src': ['https://challenges.cloudflare.com'],
  },
};

/**
 * The content security policy of pages (SE16). It is weaker only in development, because Vite writes scripts into the
 * page.
 */
function contentSecurityPolicy(config: Config): Record<string, string[] | null> {
  const { mode, apiBaseUrl, isHttps, captcha, hasPlayground } = config;
  const more = CAPTCHA_SOURCES[captcha];
  // the playground shows mails in frames
  const frames = [...(more['frame-src'] ?? []), ...(hasPlayground ? ["'self'"] : [])];
  const inline = mode === 'development' ? ["'unsafe-inline'"] : [];
  const api = apiBaseUrl ? [new URL(apiBaseUrl).origin] : [];
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...(more['script-src'] ?? []), ...inline],
    'worker-src': ["'self'"],
    'style-src': ["'self'", ...inline],
    ...(more['style-src-attr'] && { 'style-src-attr': more['style-src-attr'] }),
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'media-src': ["'self'", 'blob:'],
    'connect-src': [
      "'self'",
      ...api,
      ...(more['connect-src'] ?? []),
      ...(mode === 'development' ? ['ws:'] : []),
    ],
    'manifest-src': ["'self'"],
    'frame-src': frames.length > 0 ? frames : ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    // Turnstile does not document whether its script works under Trusted Types
    ...(mode !== 'development' && captcha !== 'turnstile' && { 'require-trusted-types-for': ["'script'"] }),
    // the scripts of captcha services create policies whose names are not documented
    ...(mode !== 'development' && captcha === 'altcha' && { 'trusted-types': [SCRIPT_POLICY] }),
    ...(isHttps && { 'upgrade-insecure-requests': [] }),
    'report-uri': ['/csp-report'],
  };
}
