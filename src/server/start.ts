import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp, createServer } from './app.ts';
import { startBackgroundWork } from './backgroundWork.ts';
import type { Config } from './config.ts';
import { openDatabase, type Database } from './db/open.ts';
import { seedDemoDiscount } from './demoDiscount.ts';
import { seedDemoPlayer } from './demoPlayer.ts';
import { importCatalogue } from './db/seed/importCatalogue.ts';
import { readCatalogue } from './db/seed/readCatalogue.ts';
import { refuseNestedTx } from './db/tx.ts';
import type { Deps } from './deps.ts';
import { freeBytesOf, guardDisk } from './diskGuard.ts';
import { createPlayerCounts } from './landing/playerCounts.ts';
import { createLive, LIVE_LIMITS } from './live.ts';
import { gameServerWarnings } from './gameServerWarnings.ts';
import { operatorWarnings } from './operatorWarnings.ts';
import { paymentWarnings } from './paymentWarnings.ts';
import { captchaOf } from './ports/captcha/captchaOf.ts';
import { mailOf } from './ports/mail/mailOf.ts';
import { paymentsOf } from './ports/payments/paymentsOf.ts';
import { gameServersOf } from './ports/gameServers/gameServersOf.ts';
import { projectRoot } from './projectRoot.ts';
import { secretKeyOf } from './secretKey.ts';
import { banner } from './banner.ts';

/** How long requests in flight may take after a signal to stop. */
const FINISH_TIMEOUT_MS = 10_000;

/**
 * Opens the database, fills the demonstration, serves the site, sends its mails, and stops on a signal.
 * @throws Error with a sentence for the operator; nothing is left running then
 */
export async function start(config: Config): Promise<void> {
  const app = createServer(config);
  if (config.mode === 'development') refuseNestedTx();
  let database: Database | undefined;
  try {
    database = await openDatabase(config, app.log);
    const isReadOnly = await watchDisk(config, app);
    const deps = depsOf(config, app, database, isReadOnly);
    await buildApp(app, deps);
    if (config.isDemo) await seedDemo(deps);
    await app.listen({ port: config.port, host: config.host });
    stopOnSignals(app, database, startBackgroundWork(deps, ownUrlOf(app)));
    const gameServers = await gameServerWarnings(deps);
    for (const sentence of [...operatorWarnings(config), ...paymentWarnings(config), ...gameServers])
      app.log.warn(sentence);
    process.stdout.write(banner(config, deps));
  } catch (error) {
    await app.close();
    await database?.close();
    throw error;
  }
}

const now = () => new Date();

/** Where this process listens, as it reaches itself. */
function ownUrlOf(app: FastifyInstance): string {
  const bound = app.server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server does not listen on a port');
  const { address, port } = bound;
  const host = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** A database on another machine guards its own disk. */
async function watchDisk(config: Config, app: FastifyInstance): Promise<Deps['isReadOnly']> {
  if (config.databaseUrl) return () => false;
  const disk = await guardDisk(config.diskReserveMb, () => freeBytesOf(config.dataDir), app.log);
  app.addHook('onClose', async () => disk.stop());
  return disk.isReadOnly;
}

function depsOf(
  config: Config,
  app: FastifyInstance,
  { pool, db }: Database,
  isReadOnly: Deps['isReadOnly'],
): Deps {
  const secretKey = secretKeyOf(config);
  const gameServers = gameServersOf(config, { db, now });
  return {
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
    mail: mailOf(config, now),
    captcha: captchaOf(config, { db, now, secretKey }),
    payments: paymentsOf(config, { pool, now, secretKey }),
    live: createLive({ ...LIVE_LIMITS, perAddress: LIVE_LIMITS.perAddress * config.rateLimitScale }),
    wakeUps: new EventEmitter(),
    isReadOnly,
    log: app.log,
    secretKey,
  };
}

async function seedDemo(deps: Deps): Promise<void> {
  const folder = join(projectRoot, 'src/server/db/seed/catalogue');
  await importCatalogue(deps.pool, await readCatalogue(folder, join(projectRoot, 'assets')));
  await seedDemoPlayer(deps);
  await seedDemoDiscount(deps);
}

/** The first signal ends gracefully, the second at once. */
function stopOnSignals(app: FastifyInstance, database: Database, stopWork: () => Promise<void>): void {
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    app.log.info(`${signal}: finishing what is in flight`);
    const impatience = setTimeout(() => app.server.closeAllConnections(), FINISH_TIMEOUT_MS);
    await app.close();
    clearTimeout(impatience);
    await stopWork();
    await database.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        app.log.error(error, 'stopping failed');
        process.exit(1);
      });
    });
}
