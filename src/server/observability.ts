import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Deps } from './deps.ts';
import { fail } from './errors.ts';
import { deviatingOdds } from './fairness/deviatingOdds.ts';
import { jobRunsTotal } from './jobs.ts';
import { mailsTotal } from './mailQueue.ts';
import { isFromThisMachine } from './thisMachine.ts';

const REPORT_LIMIT_BYTES = 8 * 1024;

/** /healthz, /readyz, /metrics, /csp-report, and one line in the log for each answer. */
export function observe(app: FastifyInstance, { pool, db, config, live, isReadOnly }: Deps): void {
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

  register.registerMetric(mailsTotal);
  register.registerMetric(jobRunsTotal);
  void new Gauge({
    name: 'mails_waiting',
    help: 'Mails of the whole site that are not sent and not given up',
    registers: [register],
    async collect() {
      const { rows } = await pool.query<{ count: string }>(
        'SELECT count(*) FROM mail_queue WHERE sent_at IS NULL AND failed_at IS NULL',
      );
      this.set(Number(rows[0]?.count));
    },
  });

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

  void new Gauge({
    name: 'fair_deviating_odds',
    help: 'Odds tables whose prizes differ from what they declare beyond chance; anything but 0 is an alarm',
    registers: [register],
    async collect() {
      this.set((await deviatingOdds({ db })).length);
    },
  });

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const { elapsedTime: elapsedMs, statusCode: status } = reply;
    durations.observe({ method: request.method, route, status }, elapsedMs / 1000);
    const isRoutine = route.startsWith('/assets/') || route === '/healthz' || route === '/readyz';
    const line = { req: request, route, status, elapsedMs: Math.round(elapsedMs * 10) / 10 };
    request.log[isRoutine ? 'debug' : 'info'](line, 'answered');
  });

  void new Gauge({
    name: 'read_only',
    help: '1 while the disk is nearly full and the site accepts no changes',
    registers: [register],
    collect() {
      this.set(isReadOnly() ? 1 : 0);
    },
  });

  // a site that is read-only is alive, and worth showing to visitors
  const state = () => (isReadOnly() ? { readOnly: true } : {});
  app.get('/healthz', async () => ({ live: true, ...state() }));
  app.get('/readyz', async () => {
    if (isClosing) fail('busy');
    await pool.query('SELECT 1');
    return { ready: true, ...state() };
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, config.metricsToken)) fail('notFound');
    return reply.type(register.contentType).send(await register.metrics());
  });
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json', 'application/json'],
      { parseAs: 'string', bodyLimit: REPORT_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.post<{ Body: string }>('/csp-report', async (request, reply) => {
      violations.inc();
      request.log.warn({ report: request.body.slice(0, 1000) }, 'a browser refused what the page asked for');
      return reply.code(204).send();
    });
  });
}

/** By token; without one set, this machine itself, not through a proxy. */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (!token) return isFromThisMachine(request);
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.byteLength === wanted.byteLength && timingSafeEqual(given, wanted);
}
