import { randomUUID } from 'node:crypto';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { authRoutes } from './auth/routes.ts';
import { cabinetRoutes } from './cabinet/routes.ts';
import { captchaRoutes } from './captcha.ts';
import { casesRoutes } from './cases/routes.ts';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { developmentClient } from './developmentClient.ts';
import { answerClientError, answerError, answerMissing, watchMethods } from './failures.ts';
import { fairnessRoutes } from './fairness/routes.ts';
import { landingRoutes } from './landing/routes.ts';
import { liveStream } from './liveStream.ts';
import { loggerOptions } from './logging.ts';
import { mailPreview } from './mailPreview.ts';
import { observe } from './observability.ts';
import { openApi } from './openApi.ts';
import { outboxPages } from './outboxPages.ts';
import { servePages } from './pages.ts';
import { requestTarget } from './requestTarget.ts';
import { guard } from './security.ts';
import { sandboxPages } from './sandboxPages.ts';
import { paymentWebhooks } from './shop/paymentWebhooks.ts';
import { orderRoutes } from './shop/orderRoutes.ts';
import { shopRoutes } from './shop/routes.ts';

const BODY_LIMIT_BYTES = 32 * 1024;
/** A whole request must have arrived by then; answers wait for nothing longer than the database's timeouts. */
const REQUEST_TIMEOUT_MS = 20_000;
const HEADERS_TIMEOUT_MS = 10_000;
/** Above what common proxies keep, so that they close first. */
const KEEP_ALIVE_MS = 75_000;

/** The HTTP server with its limits and its log, without anything to serve yet. */
export function createServer({ proxyHops, logLevel }: Config): FastifyInstance {
  return Fastify({
    logger: loggerOptions(logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: (_address, hop) => hop < proxyHops,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    rewriteUrl: ({ url = '/' }) => requestTarget(url),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // what is read may be asked for by HEAD (RFC 9110, 9.3.2), but where a route says otherwise
    exposeHeadRoutes: true,
    // requests of connections that are open already are still answered while closing
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
  });
}

/** Makes the server ready to serve the whole site. */
export async function buildApp(app: FastifyInstance, deps: Deps): Promise<FastifyInstance> {
  app.setErrorHandler(answerError);
  app.removeContentTypeParser('text/plain');
  app.decorateRequest('account', null);
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });
  // before everything else: Vite's many modules count for no limit and get no policy
  const vite = deps.config.mode === 'development' ? await developmentClient(app) : undefined;
  await guard(app, deps.config, deps.secretKey);
  const methodsOf = watchMethods(app);
  observe(app, deps);

  landingRoutes(app, deps);
  liveStream(app, deps);
  captchaRoutes(app, deps);
  authRoutes(app, deps);
  cabinetRoutes(app, deps);
  casesRoutes(app, deps);
  fairnessRoutes(app, deps);
  shopRoutes(app, deps);
  orderRoutes(app, deps);
  await paymentWebhooks(app, deps);
  await sandboxPages(app, deps);
  outboxPages(app, deps.config);
  mailPreview(app, deps.config);
  const document = openApi(deps.config.publicUrl);
  app.get('/api/openapi.json', async () => document);

  const showMissingPage = await servePages(app, deps.config, vite);
  answerMissing(app, methodsOf, showMissingPage);
  return app;
}
