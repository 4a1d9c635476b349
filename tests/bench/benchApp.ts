import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { FastifyInstance } from 'fastify';
import { onlyKey } from '#/server/platform/config/secretKey.ts';
import { buildApp, createServer } from '#/server/app.ts';
import { readConfig } from '#/server/platform/config/config.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { openPool } from '#/server/platform/db/open.ts';
import { databaseClock, startClock } from '#/server/platform/kernel/clock.ts';
import { createPictureWork } from '#/server/domain/pictures/pictureWork.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { createLive } from '#/server/platform/kernel/live.ts';
import { createBookStops } from '#/server/platform/kernel/stops.ts';

interface BenchSite {
  connectionString: string;
  port: number;
  poolSize: number;
  secretKey: Buffer;
}

/** Starts the whole server in this process, without mails, payments and pages. */
export async function startBenchApp({
  connectionString,
  port,
  poolSize,
  secretKey,
}: BenchSite): Promise<{ app: FastifyInstance; deps: Deps }> {
  const quiet = { info: () => {}, warn: console.warn };
  const config = {
    ...readConfig({
      PORT: String(port),
      POOL_SIZE: String(poolSize),
      LOG_LEVEL: 'error',
      DEMO: '0',
      OPERATOR: '1',
      RATE_LIMIT_SCALE: '1000000',
    }),
    // nobody asks for pages, which are not built here
    clientDir: join(projectRoot, 'tests/support/app/client'),
  };
  const pool = openPool({ connectionString }, config.poolSize, quiet);
  const app = createServer(config);
  const deps: Deps = {
    config,
    pool,
    db: drizzle(pool),
    now: (await startClock(databaseClock(pool), app.log)).now,
    databaseTime: databaseClock(pool),
    randomBytes,
    gameServers: { source: 'none', ask: () => Promise.resolve(null) },
    playerCounts: {
      poll: () => Promise.resolve(),
      current: () => Promise.resolve({ ofServer: new Map(), peak: null }),
    },
    live: createLive(config.liveStreams),
    mail: { sender: { code: 'nobody', place: '' }, send: () => Promise.resolve() },
    captcha: { provider: 'altcha', siteKey: '', check: () => Promise.resolve(true) },
    payments: { providers: new Map(), providerOf: () => undefined },
    pictureWork: createPictureWork(app.log),
    wakeUps: new EventEmitter(),
    isReadOnly: () => false,
    bookStops: createBookStops(drizzle(pool)),
    log: app.log,
    secretKey: onlyKey(secretKey),
  };
  await buildApp(app, deps);
  await app.listen({ host: config.host, port: config.port });
  return { app, deps };
}
