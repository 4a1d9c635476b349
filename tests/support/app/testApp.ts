import { createHash, randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import { inject } from 'vitest';
import { onlyKey, type SecretKey } from '#/server/platform/config/secretKey.ts';
import { buildApp, createServer } from '#/server/app.ts';
import { createBookStops } from '#/server/platform/kernel/stops.ts';
import { readConfig, type Config } from '#/server/platform/config/config.ts';
import { type DatabaseLimits, DATABASE_LIMITS, openPool } from '#/server/platform/db/open.ts';
import type { Replica } from '#/server/platform/db/replica.ts';
import { refuseNestedTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { HttpLimits } from '#/server/platform/http/httpServer.ts';
import { createPlayerCounts } from '#/server/platform/kernel/playerCounts.ts';
import { createLive, type LiveLimits } from '#/server/platform/kernel/live.ts';
import type { Captcha } from '#/server/ports/captcha.ts';
import type { GameServers } from '#/server/ports/gameServers.ts';
import type { MailMessage } from '#/server/ports/mail.ts';
import type { PictureWork } from '#/server/ports/pictureWork.ts';
import { createPictureWork } from '#/server/domain/pictures/pictureWork.ts';
import { openApi } from '#/server/platform/http/openApi.ts';
import { paymentsOf } from '#/server/adapters/payments/paymentsOf.ts';
import { type AnswerCheck, createAnswerCheck, type Document, refuseUndocumented } from './documented.ts';
import { cloneDatabase, databaseUrl, dropDatabase, type TestDatabase } from './postgres.ts';

export interface TestApp {
  app: FastifyInstance;
  deps: Deps;
  pool: pg.Pool;
  /** The served routes, as they were defined. */
  routes: { method: string; url: string }[];
  /** Address of this test's own database. */
  databaseUrl: string;
  /** The mails handed to the mail server, the oldest first. */
  mails: MailMessage[];
  /** Moves the clock of the server. */
  advanceMs: (durationMs: number) => void;
  /** Fails if the answer is not as /api/openapi.json says; so do `get` and `post`. */
  inject: (options: InjectOptions) => Promise<LightMyRequestResponse>;
  get: (url: string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
  post: (url: string, body?: object, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
  close: () => Promise<void>;
}

export interface TestAppOptions {
  config?: Partial<Config>;
  gameServers?: GameServers;
  /** Absent to accept any token. */
  captcha?: Captcha;
  /** Absent for the site's own. */
  pictureWork?: PictureWork;
  /** Limits of open event streams. */
  liveLimits?: LiveLimits;
  /** Time limits of connections. Default: those of the running site. */
  httpLimits?: HttpLimits;
  /** Whether the disk counts as nearly full. */
  isReadOnly?: () => boolean;
  /** Receives the lines of the log; `logLevel` decides which there are. */
  logStream?: { write: (line: string) => void };
  /** False for a site without servers and cases. */
  hasCatalogue?: boolean;
  databaseLimits?: DatabaseLimits;
  /** Absent for a clock that `advanceMs` moves. */
  now?: () => Date;
  /** Whether a pooler in transaction mode stands between this server and the database. */
  isPooled?: boolean;
  /** Copy of the database for what is the same for everybody. */
  replica?: Replica;
  /** Routes of the test itself. */
  serveMore?: (app: FastifyInstance, deps: Deps) => void;
  /** Default: that of APP_SECRET. */
  secretKey?: SecretKey;
  /** The database's clock. Default: `now`. */
  databaseTime?: () => Promise<Date>;
}

/** 2026-01-15 12:00 UTC: far from any change to or from summer time. */
const START_MS = Date.UTC(2026, 0, 15, 12);

/** The setting that gives test sites their secret. */
export const APP_SECRET = 'only for the tests of the site: 32 characters and more';
const SECRET_KEY = onlyKey(createHash('sha256').update(APP_SECRET).digest());

/**
 * Time limits of the database, wider than on the running site: many parallel requests are slow on a busy machine, and
 * the tests' own time limit finds hanging ones.
 */
export const PATIENT: DatabaseLimits = {
  ...DATABASE_LIMITS,
  statementMs: 60_000,
  queryMs: 70_000,
  connectMs: 60_000,
  idleInTransactionMs: 60_000,
};

let madeHere = 0;

refuseNestedTx();

/**
 * Starts the whole server on a database of its own, cloned from the migrated template, with the test catalogue.
 * @param database required if the caller is not a test
 */
export async function createTestApp(
  options: TestAppOptions = {},
  { adminUrl, templates }: Pick<TestDatabase, 'adminUrl' | 'templates'> = {
    adminUrl: inject('adminUrl'),
    templates: inject('templates'),
  },
): Promise<TestApp> {
  const { config: changes = {}, hasCatalogue = true } = options;
  const name = `one_rp_test_${process.pid}_${process.hrtime.bigint()}_${madeHere++}`;
  await cloneDatabase(adminUrl, name, hasCatalogue ? templates.catalogue : templates.empty);
  const url = databaseUrl(adminUrl, name);
  const config: Config = {
    ...readConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DEMO: '0',
      PAYMENTS_SANDBOX: '1',
      OPERATOR: '1',
      RATE_LIMIT_SCALE: '1000',
      POOL_SIZE: '10',
    }),
    clientDir: join(import.meta.dirname, 'client'),
    ...changes,
  };
  const app = await appOf(config, url, options);
  const close = app.close;
  return {
    ...app,
    databaseUrl: url,
    close: async () => {
      await close();
      await dropDatabase(adminUrl, name);
    },
  };
}

/**
 * Starts another server process on the same database, as behind a load balancer.
 * @param databaseUrl another address of the same database, for example of a proxy
 */
export async function createSibling(
  of: TestApp,
  options: TestAppOptions = {},
  databaseUrl = of.databaseUrl,
): Promise<TestApp> {
  const config = { ...of.deps.config, ...options.config };
  return { ...(await appOf(config, databaseUrl, options)), databaseUrl };
}

const answerChecks = new Map<string, AnswerCheck>();

/** The check of answers. Sites with the same document share one, because preparing it takes longer than a start. */
function answerCheckOf(config: Config, providers: readonly string[]): AnswerCheck {
  const key = JSON.stringify([config.publicUrl, config.isHttps, providers]);
  const check = answerChecks.get(key) ?? createAnswerCheck(openApi(config, providers) as Document);
  answerChecks.set(key, check);
  return check;
}

async function appOf(
  config: Config,
  url: string,
  options: TestAppOptions,
): Promise<Omit<TestApp, 'databaseUrl'>> {
  const {
    gameServers = { source: 'nobody answers', ask: () => Promise.resolve(null) },
    captcha,
    liveLimits,
    httpLimits,
    isReadOnly = () => false,
    logStream,
    databaseLimits = PATIENT,
    isPooled = false,
  } = options;
  const quiet = { info: () => {}, warn: () => {} };
  const pool = openPool({ connectionString: url }, config.poolSize, quiet, databaseLimits, { isPooled });
  let clockMs = START_MS;
  const mails: MailMessage[] = [];
  const db = drizzle(pool);
  const app = createServer(config, logStream, httpLimits);
  const now = options.now ?? (() => new Date(clockMs));
  const secretKey = options.secretKey ?? SECRET_KEY;
  const deps: Deps = {
    config,
    pool,
    db,
    ...(options.replica && { replica: options.replica }),
    now,
    databaseTime: options.databaseTime ?? (() => Promise.resolve(now())),
    randomBytes,
    gameServers,
    playerCounts: createPlayerCounts({
      db,
      now,
      gameServers,
      intervalMs: config.gameServers.intervalMs,
      log: app.log,
    }),
    mail: {
      sender: { code: 'nobody', place: '' },
      send: (message) => {
        mails.push(message);
        return Promise.resolve();
      },
    },
    captcha: captcha ?? { provider: 'altcha', siteKey: '', check: () => Promise.resolve(true) },
    payments: paymentsOf(config, { pool, now, secretKey }),
    pictureWork: options.pictureWork ?? createPictureWork(app.log),
    live: createLive(liveLimits ?? config.liveStreams),
    wakeUps: new EventEmitter(),
    secretKey,
    isReadOnly,
    bookStops: createBookStops(db),
    log: app.log,
  };
  const routes: TestApp['routes'] = [];
  app.addHook('onRoute', ({ method, url }) => {
    routes.push(...[method].flat().map((each) => ({ method: each, url })));
  });
  await buildApp(app, deps);
  options.serveMore?.(app, deps);
  await app.ready();
  const check = answerCheckOf(config, [...deps.payments.providers.keys()]);
  const send = async (request: InjectOptions) => {
    const reply = await app.inject(request);
    refuseUndocumented(check, request, reply);
    return reply;
  };
  return {
    app,
    deps,
    pool,
    routes,
    mails,
    advanceMs: (durationMs) => {
      clockMs += durationMs;
    },
    inject: send,
    get: (url, headers = {}) => send({ method: 'GET', url, headers }),
    post: (url, body, headers = {}) =>
      send({
        method: 'POST',
        url,
        headers,
        ...(body && { payload: body }),
      }),
    close: async () => {
      await app.close();
      await pool.end();
    },
  };
}
