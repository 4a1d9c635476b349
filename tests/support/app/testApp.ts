import { createHash, randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import { inject } from 'vitest';
import { buildApp, createServer } from '#/server/app.ts';
import { readConfig, type Config } from '#/server/config.ts';
import { openPool } from '#/server/db/open.ts';
import { refuseNestedTx } from '#/server/db/tx.ts';
import { importCatalogue } from '#/server/db/seed/importCatalogue.ts';
import type { Deps } from '#/server/deps.ts';
import { createPlayerCounts } from '#/server/landing/playerCounts.ts';
import { createLive, LIVE_LIMITS, type LiveLimits } from '#/server/live.ts';
import type { Captcha } from '#/server/ports/captcha/captcha.ts';
import type { GameServers } from '#/server/ports/gameServers/gameServers.ts';
import type { MailMessage } from '#/server/ports/mail/mail.ts';
import { paymentsOf } from '#/server/ports/payments/paymentsOf.ts';
import { databaseUrl, query, type TestDatabase } from './postgres.ts';
import { testCatalogue } from './testCatalogue.ts';

export interface TestApp {
  app: FastifyInstance;
  deps: Deps;
  pool: pg.Pool;
  /** What is served, as it was defined. */
  routes: { method: string; url: string }[];
  /** Of this test's own database, which only it uses. */
  databaseUrl: string;
  /** What was handed to the mail server, oldest first. */
  mails: MailMessage[];
  /** Moves the clock of the server. */
  advanceMs: (durationMs: number) => void;
  inject: (options: InjectOptions) => Promise<LightMyRequestResponse>;
  get: (url: string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
  post: (url: string, body?: object, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
  close: () => Promise<void>;
}

export interface TestAppOptions {
  config?: Partial<Config>;
  gameServers?: GameServers;
  /** Absent: everybody is taken for a person. */
  captcha?: Captcha;
  /** How many pages may listen. */
  liveLimits?: LiveLimits;
  /** Whether the disk counts as nearly full. */
  isReadOnly?: () => boolean;
  /** false: no servers and no cases. */
  hasCatalogue?: boolean;
}

/** 2026-01-15 12:00 UTC: far from any change of the clocks. */
const START_MS = Date.UTC(2026, 0, 15, 12);

let madeHere = 0;

refuseNestedTx();

/**
 * The whole server on a database of its own, cloned from the migrated template, with the test catalogue.
 * @param database of the run when the caller is no test
 */
export async function createTestApp(
  options: TestAppOptions = {},
  { adminUrl, templateName }: Pick<TestDatabase, 'adminUrl' | 'templateName'> = {
    adminUrl: inject('adminUrl'),
    templateName: inject('templateName'),
  },
): Promise<TestApp> {
  const { config: changes = {}, hasCatalogue = true } = options;
  const name = `one_rp_test_${process.pid}_${process.hrtime.bigint()}_${madeHere++}`;
  await query(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${templateName}`);
  const url = databaseUrl(adminUrl, name);
  const config: Config = {
    ...readConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DEMO: '0',
      PAYMENTS_SANDBOX: '1',
      RATE_LIMIT_SCALE: '1000',
      POOL_SIZE: '10',
    }),
    clientDir: join(import.meta.dirname, 'client'),
    ...changes,
  };
  const app = await appOf(config, url, options);
  if (hasCatalogue) await importCatalogue(app.deps.pool, testCatalogue);
  const close = app.close;
  return {
    ...app,
    databaseUrl: url,
    close: async () => {
      await close();
      await query(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** Another server process on the same database, as behind a load balancer. */
export async function createSibling(of: TestApp, options: TestAppOptions = {}): Promise<TestApp> {
  const config = { ...of.deps.config, ...options.config };
  return { ...(await appOf(config, of.databaseUrl, options)), databaseUrl: of.databaseUrl };
}

async function appOf(
  config: Config,
  url: string,
  {
    gameServers = { source: 'nobody answers', ask: () => Promise.resolve(null) },
    captcha,
    liveLimits = LIVE_LIMITS,
    isReadOnly = () => false,
  }: TestAppOptions,
): Promise<Omit<TestApp, 'databaseUrl'>> {
  const pool = openPool({ connectionString: url }, config.poolSize, { info: () => {}, warn: () => {} });
  let clockMs = START_MS;
  const mails: MailMessage[] = [];
  const db = drizzle(pool);
  const app = createServer(config);
  const now = () => new Date(clockMs);
  const secretKey = createHash('sha256').update('the secret of the tests').digest();
  const deps: Deps = {
    config,
    pool,
    db,
    now,
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
      description: 'the test',
      send: (message) => {
        mails.push(message);
        return Promise.resolve();
      },
    },
    captcha: captcha ?? { provider: 'altcha', siteKey: '', check: () => Promise.resolve(true) },
    payments: paymentsOf(config, { pool, now, secretKey }),
    live: createLive(liveLimits),
    wakeUps: new EventEmitter(),
    secretKey,
    isReadOnly,
    log: app.log,
  };
  const routes: TestApp['routes'] = [];
  app.addHook('onRoute', ({ method, url }) => {
    routes.push(...[method].flat().map((each) => ({ method: each, url })));
  });
  await buildApp(app, deps);
  await app.ready();
  const send = (request: InjectOptions) => app.inject(request);
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
