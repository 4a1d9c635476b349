import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { bookMetrics } from './domain/books/bookMetrics.ts';
import { databaseGauge } from './platform/kernel/databaseGauge.ts';
import type { Deps } from './platform/kernel/deps.ts';
import { fail } from './platform/kernel/errors.ts';
import { deviatingOdds } from './domain/fairness/deviatingOdds.ts';
import { connectionsRefusedTotal } from './platform/http/httpServer.ts';
import { jobRunsTotal } from './jobs/jobRunner.ts';
import { mailsTotal } from './platform/mail/mailQueue.ts';
import { createReadiness } from './platform/http/readiness.ts';
import { createLineLimit } from './platform/kernel/sampledLog.ts';
import { forgedWebhooksTotal } from './domain/payments/paymentWebhooks.ts';
import { isFromThisMachine } from './platform/config/thisMachine.ts';

const REPORT_LIMIT_BYTES = 8 * 1024;

/** Serves /healthz, /readyz, /metrics and /csp-report, and logs one line for each answer. */
export function observe(app: FastifyInstance, { pool, db, config, live, now, isReadOnly }: Deps): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  const register = new Registry();
  collectDefaultMetrics({ register });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  });
  const violations = new Counter({
    name: 'csp_violations_total',
    help: 'Reports of browsers that refused something',
    registers: [register],
  });
  void new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool, and requests that wait for one',
    labelNames: ['state'],
    registers: [register],
    collect() {
      this.set({ state: 'open' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });

  bookMetrics(register, db);
  register.registerMetric(mailsTotal);
  register.registerMetric(jobRunsTotal);
  register.registerMetric(connectionsRefusedTotal);
  register.registerMetric(forgedWebhooksTotal);
  databaseGauge(
    register,
    { name: 'mails_waiting', help: 'Mails of the whole site that are not sent and not given up' },
    async () => {
      const { rows } = await pool.query<{ count: string }>(
        'SELECT count(*) FROM mail_queue WHERE sent_at IS NULL AND failed_at IS NULL',
      );
      return Number(rows[0]?.count);
    },
  );

  void new Gauge({
    name: 'live_streams',
    help: 'Pages that listen to this process for events',
    registers: [register],
    collect() {
      this.set(live.counts().open);
    },
  });
  void new Gauge({
    name: 'live_streams_dropped',
    help: 'Pages that were cut off since the start because they did not read',
    registers: [register],
    collect() {
      this.set(live.counts().dropped);
    },
  });

  databaseGauge(
    register,
    {
      name: 'fair_deviating_odds',
      help: 'Odds tables whose prizes differ from what they declare beyond chance; anything but 0 is an alarm',
    },
    async () => (await deviatingOdds({ db })).length,
  );

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const { elapsedTime: elapsedMs, statusCode: status } = reply;
    durations.observe({ method: request.method, route, status }, elapsedMs / 1000);
    const isRoutine = route.startsWith('/assets/') || route === '/healthz' || route === '/readyz';
    // requests refused outside the usual limit are counted above and not logged, so that a flood writes no log
    const isFlood = status === 429 && request.routeOptions.config.isUncounted;
    const line = { req: request, route, status, elapsedMs: Math.round(elapsedMs * 10) / 10 };
    request.log[isRoutine || isFlood ? 'debug' : 'info'](line, 'answered');
  });

  void new Gauge({
    name: 'read_only',
    help: '1 while the disk is nearly full and the site accepts no changes',
    registers: [register],
    collect() {
      this.set(isReadOnly() ? 1 : 0);
    },
  });

  // a read-only site is alive and can still be shown to visitors
  const state = () => (isReadOnly() ? { readOnly: true } : {});
  app.get('/healthz', async () => ({ live: true, ...state() }));
  const isReady = createReadiness(pool);
  app.get('/readyz', async () => {
    if (isClosing || !(await isReady())) fail('busy', { retryAfterSeconds: 1 });
    return { ready: true, ...state() };
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, config.metricsToken)) fail('notFound');
    return reply.type(register.contentType).send(await register.metrics());
  });
  const nextLine = createLineLimit(now);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json', 'application/json'],
      { parseAs: 'string', bodyLimit: REPORT_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.post('/csp-report', async (request, reply) => {
      if (typeof request.body !== 'string') fail('badRequest');
      violations.inc();
      const unsaid = nextLine();
      if (unsaid !== undefined)
        request.log.warn(
          { report: request.body.slice(0, 1000), unsaid },
          'a browser refused what the page asked for',
        );
      return reply.code(204).send();
    });
  });
}

/** Checks the token. If none is set, only requests from this machine pass, and none through a proxy. */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (!token) return isFromThisMachine(request);
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.byteLength === wanted.byteLength && timingSafeEqual(given, wanted);
}
