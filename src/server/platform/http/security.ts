import fastifyCookie from '@fastify/cookie';
import fastifyCsrf from '@fastify/csrf-protection';
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { CaptchaProvider } from '#/contract/captcha.ts';
import { CSRF_HEADER } from '#/contract/page.ts';
import type { Config } from './config.ts';
import { fail } from './errors.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** For each address and 10 s: a page with all its assets is about 60. */
const REQUESTS_PER_WINDOW = 300;
const WINDOW_MS = 10_000;
const PERMISSIONS_POLICY = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Outside the limit for each address. */
    isUncounted?: boolean;
  }
}

/** Headers, signed cookies, the token against forged requests, the coarse limit for each address. */
export async function guard(app: FastifyInstance, config: Config, secretKey: Buffer): Promise<void> {
  // not @fastify/helmet, which reads all of this anew for each request
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(config) },
    strictTransportSecurity: config.isHttps && { maxAge: YEAR_SECONDS, includeSubDomains: true },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', (request, reply, done) => {
    // of what a browser could offer the site uses nothing
    void reply.header('permissions-policy', PERMISSIONS_POLICY);
    setHeaders(request.raw, reply.raw, (error) => done(error as Error | undefined));
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
    if (request.routeOptions.config?.isUncounted) return;
    const count = await countRequest(request);
    if (!count.isAllowed && count.isExceeded)
      fail('tooManyRequests', { retryAfterSeconds: count.ttlInSeconds });
  });
}

/** What a captcha's script needs beyond that, as its documentation says. */
const CAPTCHA_SOURCES: Record<CaptchaProvider, Record<string, string[]>> = {
  altcha: {},
  recaptcha: {
    'script-src': ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    'frame-src': ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
    'connect-src': ['https://www.google.com/recaptcha/'],
    // its badge is written as markup
    'style-src-attr': ["'unsafe-inline'"],
  },
  turnstile: {
    'script-src': ['https://challenges.cloudflare.com'],
    'frame-src': ['https://challenges.cloudflare.com'],
  },
};

/** What a page may load and run (TRUST.md). Only development, where Vite inlines, is laxer. */
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
    // nothing says that Turnstile's script works under Trusted Types
    ...(mode !== 'development' && captcha !== 'turnstile' && { 'require-trusted-types-for': ["'script'"] }),
    ...(isHttps && { 'upgrade-insecure-requests': [] }),
    'report-uri': ['/csp-report'],
  };
}
