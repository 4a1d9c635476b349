import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { buildApp, createServer } from '#/server/app.ts';
import { createBookStops } from '#/server/platform/kernel/stops.ts';
import { databaseClock, startClock } from '#/server/platform/kernel/clock.ts';
import { readConfig } from '#/server/platform/config/config.ts';
import { createLive, LIVE_LIMITS } from '#/server/platform/kernel/live.ts';
import { openPool } from '#/server/platform/db/open.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';

// the whole server in a process of its own: node openServer.js <database> <port> <pool size> <secret key in hex>

const [connectionString = '', port = '', poolSize = '', secretKey = ''] = process.argv.slice(2);
const quiet = { info: () => {}, warn: console.warn };
const config = {
  ...readConfig({
    PORT: port,
    POOL_SIZE: poolSize,
    // the pages, which are not built here, are nobody's concern
    LOG_LEVEL: 'error',
    DEMO: '0',
    RATE_LIMIT_SCALE: '1000000',
  }),
  clientDir: join(projectRoot, 'tests/support/app/client'),
};
const pool = openPool({ connectionString }, config.poolSize, quiet);
const app = createServer(config);
await buildApp(app, {
  config,
  pool,
  db: drizzle(pool),
  now: (await startClock(databaseClock(pool), app.log)).now,
  databaseTime: databaseClock(pool),
  randomBytes,
  gameServers: { source: 'none', ask: () => Promise.resolve(null) },
  playerCounts: {
    poll: () => Promise.resolve(),
    current: () => Promise.resolve({ ofServer: new Map(), record: null }),
  },
  live: createLive(LIVE_LIMITS),
  mail: { description: 'nowhere', send: () => Promise.resolve() },
  captcha: { provider: 'altcha', siteKey: '', check: () => Promise.resolve(true) },
  payments: { providers: new Map(), providerOf: () => undefined },
  wakeUps: new EventEmitter(),
  isReadOnly: () => false,
  bookStops: createBookStops(drizzle(pool)),
  log: app.log,
  secretKey: Buffer.from(secretKey, 'hex'),
});
await app.listen({ host: config.host, port: config.port });
process.send?.('ready');
