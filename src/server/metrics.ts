import { timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { bookMetrics } from './domain/books/bookMetrics.ts';
import { deliveryMetrics } from './domain/deliveries/deliveryMetrics.ts';
import { databaseGauge } from './platform/watch/databaseGauge.ts';
import { replicaReadsTotal } from './platform/watch/readForAll.ts';
import { dumpLate } from './platform/watch/lastDump.ts';
import type { Deps } from './platform/kernel/deps.ts';
import { fail } from './platform/kernel/errors.ts';
import { deviatingOdds } from './domain/fairness/deviatingOdds.ts';
import { connectionsRefusedTotal } from './platform/http/httpServer.ts';
import { jobRunsTotal } from './jobs/jobRunner.ts';
import { mailsTotal } from './platform/mail/mailQueue.ts';
import { forgedWebhooksTotal } from './domain/payments/paymentWebhooks.ts';
import { isFromThisMachine } from './platform/config/thisMachine.ts';

/**
 * Figures of the Node.js process. All sites of a process share them: collecting them starts a timer and an observer of the
 * garbage collection, and nothing stops these.
 */
const ofProcess = new Registry();

/** Collects the counters of all parts of the site, and the gauges that are measured on request. */
export function createMetrics(deps: Pick<Deps, 'pool' | 'db' | 'now' | 'live' | 'isReadOnly'>): Registry {
  const { pool, db, now } = deps;
  if (ofProcess.getMetricsAsArray().length === 0) collectDefaultMetrics({ register: ofProcess });
  const register = new Registry();
  bookMetrics(register, db);
  deliveryMetrics(register, deps);
  register.registerMetric(mailsTotal);
  register.registerMetric(replicaReadsTotal);
  register.registerMetric(jobRunsTotal);
  register.registerMetric(connectionsRefusedTotal);
  register.registerMetric(forgedWebhooksTotal);
  processGauges(register, deps);
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
  databaseGauge(
    register,
    {
      name: 'fair_deviating_odds',
      help: 'Odds tables whose prizes differ from what they declare beyond chance; anything but 0 is an alarm',
    },
    async () => (await deviatingOdds({ db })).length,
  );
  databaseGauge(
    register,
    { name: 'dump_late', help: '1 while the last dump that was noted is older than 30 hours' },
    async () => {
      const { rows } = await db.execute<{ late: number }>(sql`SELECT ${dumpLate(now())} AS late`);
      return rows[0]?.late ?? Number.NaN;
    },
  );
  return Registry.merge([ofProcess, register]);
}

function processGauges(
  register: Registry,
  { pool, live, isReadOnly }: Pick<Deps, 'pool' | 'live' | 'isReadOnly'>,
): void {
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
    name: 'read_only',
    help: '1 while the site accepts no changes: the disk is nearly full, or commits wait for a standby',
    registers: [register],
    collect() {
      this.set(isReadOnly() ? 1 : 0);
    },
  });
}

/** Serves /metrics to callers with the token. */
export function metricsRoute(
  app: FastifyInstance,
  { config }: Pick<Deps, 'config'>,
  register: Registry,
): void {
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, config.metricsToken)) fail('notFound');
    return reply.type(register.contentType).send(await register.metrics());
  });
}

/**
 * Checks the token. Without a token in the settings, only requests from this machine pass, and none through a proxy.
 */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (!token) return isFromThisMachine(request);
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.byteLength === wanted.byteLength && timingSafeEqual(given, wanted);
}
