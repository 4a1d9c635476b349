import { randomUUID } from 'node:crypto';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { authRoutes } from './areas/auth/routes.ts';
import { cabinetRoutes } from './areas/cabinet/routes.ts';
import { casePaths, caseSubjects } from './areas/cases/sharing/caseLinks.ts';
import { linkedCases } from './areas/cases/sharing/linkedCases.ts';
import { prizeSubject } from './areas/cases/sharing/prizeSubject.ts';
import { captchaRoutes } from './platform/http/captcha.ts';
import { casesRoutes } from './areas/cases/routes.ts';
import type { Config } from './platform/config/config.ts';
import type { Deps } from './platform/kernel/deps.ts';
import { developmentClient } from './platform/pages/developmentClient.ts';
import { answerError, answerMissing, refusalOf, watchMethods } from './platform/http/failures.ts';
import { fairnessRoutes } from './domain/fairness/routes.ts';
import { HTTP_LIMITS, httpServers, type HttpLimits } from './platform/http/httpServer.ts';
import { landingRoutes } from './areas/landing/routes.ts';
import { liveStream } from './platform/http/liveStream.ts';
import { standardLog } from './platform/watch/logStream.ts';
import { loggerOptions } from './platform/kernel/logging.ts';
import { gamePages } from './demo/gamePages.ts';
import type { SimulatedGames } from './demo/simulatedGames.ts';
import { mailPreview } from './demo/mailPreview.ts';
import { operatorRoutes } from './areas/operator/routes.ts';
import { gameRoutes } from './areas/game/routes.ts';
import { createMetrics, metricsRoute } from './metrics.ts';
import { accessLog } from './platform/http/accessLog.ts';
import { cspReports } from './platform/http/cspReports.ts';
import { healthRoutes } from './platform/http/health.ts';
import { openApi } from './platform/http/openApi.ts';
import { leadToOneName } from './demo/oneName.ts';
import { outboxPages } from './demo/outboxPages.ts';
import { serveOperatorPages } from './platform/pages/operatorPages.ts';
import { servePages } from './platform/pages/pages.ts';
import { requestTarget } from './platform/http/requestTarget.ts';
import { registerSecurity, securityHeaders } from './platform/http/security.ts';
import { sandboxPages } from './demo/sandboxPages.ts';
import { pictureRoutes } from './domain/pictures/routes.ts';
import { paymentWebhooks } from './domain/payments/paymentWebhooks.ts';
import { orderRoutes } from './areas/shop/orderRoutes.ts';
import { shopRoutes } from './areas/shop/routes.ts';

const BODY_LIMIT_BYTES = 32 * 1024;
/**
 * Longer than any request head that Node.js accepts, so that an overlong path parameter gets the usual 404 instead of
 * an answer of the router.
 */
const PARAM_MAX_CHARACTERS = 32 * 1024;

/**
 * Creates the HTTP server with its limits and its log, without any routes.
 * @param logStream destination of the log; absent for standard output
 */
export function createServer(
  config: Config,
  logStream?: { write: (line: string) => void },
  limits: HttpLimits = HTTP_LIMITS,
): FastifyInstance {
  const { proxyHops, logLevel, maxConnections } = config;
  const headers = securityHeaders(config);
  const servers = httpServers(limits, maxConnections, (error) => refusalOf(error, headers));
  const app = Fastify({
    serverFactory: servers.create,
    logger: { ...loggerOptions(logLevel), stream: logStream ?? standardLog },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: (_address, hop) => hop < proxyHops,
    bodyLimit: BODY_LIMIT_BYTES,
    rewriteUrl: ({ url = '/' }) => requestTarget(url),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: PARAM_MAX_CHARACTERS },
    // HEAD is served where GET is (RFC 9110, 9.3.2), unless a route says otherwise
    exposeHeadRoutes: true,
    // while closing, requests on open connections are still answered
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // answers errors that happen before any hook runs
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(headers)),
    // the HTTP servers answer malformed and slow requests themselves, see `httpServers`
    clientErrorHandler: () => {},
  });
  app.addHook('preClose', async () => servers.closeUnused());
  return app;
}

/**
 * Registers everything that the site serves.
 * @param simulatedGames returns the games of the demonstration, once they run
 */
export async function buildApp(
  app: FastifyInstance,
  deps: Deps,
  simulatedGames: () => SimulatedGames | undefined = () => undefined,
): Promise<FastifyInstance> {
  app.setErrorHandler(answerError);
  app.removeContentTypeParser('text/plain');
  app.decorateRequest('account', null);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
  // registered first, so that Vite's many modules count for no rate limit and get no content policy
  const vite = deps.config.mode === 'development' ? await developmentClient(app) : undefined;
  await registerSecurity(app, deps.config, deps.secretKey);
  if (deps.config.isDemo) leadToOneName(app, deps.config);
  const methodsOf = watchMethods(app);
  const metrics = createMetrics(deps);
  accessLog(app, metrics);
  healthRoutes(app, deps);
  metricsRoute(app, deps, metrics);
  cspReports(app, deps, metrics);

  landingRoutes(app, deps);
  liveStream(app, deps);
  captchaRoutes(app, deps);
  authRoutes(app, deps);
  cabinetRoutes(app, deps);
  const cases = linkedCases(deps);
  casesRoutes(app, deps, cases);
  fairnessRoutes(app, deps);
  shopRoutes(app, deps);
  orderRoutes(app, deps);
  pictureRoutes(app, deps);
  if (deps.config.operator.isServed) operatorRoutes(app, deps);
  await gameRoutes(app, deps, metrics);
  await paymentWebhooks(app, deps);
  await sandboxPages(app, deps);
  outboxPages(app, deps.config);
  await gamePages(app, deps, simulatedGames);
  mailPreview(app, deps.config);
  // built at the first request: it takes as long as all the routes
  let document: object | undefined;
  app.get(
    '/api/openapi.json',
    async () => (document ??= openApi(deps.config, deps.payments.providers.keys())),
  );

  const showMissingPage = await servePages(
    app,
    deps,
    {
      find: { prize: (code, locale) => prizeSubject(deps, code, locale), case: caseSubjects(cases) },
      listPaths: () => casePaths(cases),
    },
    vite,
  );
  if (deps.config.operator.isServed) await serveOperatorPages(app, deps.config, showMissingPage, vite);
  answerMissing(app, methodsOf, showMissingPage);
  return app;
}
