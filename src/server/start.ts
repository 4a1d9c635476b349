import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildApp, createServer } from './app.ts';
import { startBackgroundWork } from './jobs/backgroundWork.ts';
import { createBookStops } from './platform/kernel/stops.ts';
import { databaseClock, startClock, type Clock } from './platform/kernel/clock.ts';
import type { Config } from './platform/config/config.ts';
import { openDatabase, type Database } from './platform/db/open.ts';
import { seedDemoDiscount } from './demo/demoDiscount.ts';
import { wayInForOwner } from './demo/demoOwner.ts';
import { seedDemoPlayer } from './demo/demoPlayer.ts';
import { beginHistory, startHistory } from './demo/history/writeHistory.ts';
import { type SimulatedGames, startSimulatedGames } from './demo/simulatedGames.ts';
import { isOwnedByBrowser } from './domain/catalogue/revisions.ts';
import { recordCatalogueInForce } from './domain/seed/catalogueInForce.ts';
import { importCatalogue } from './domain/seed/importCatalogue.ts';
import { readCatalogue } from './domain/catalogue/readCatalogue.ts';
import { opensNewestChain } from './domain/fairness/fairEpoch.ts';
import { checkSiteSecret } from './platform/db/siteSecret.ts';
import { noteDatabase } from './platform/mail/mailGate.ts';
import { refuseNestedTx } from './platform/db/tx.ts';
import type { Deps } from './platform/kernel/deps.ts';
import { freeBytesOf, guardDisk } from './platform/watch/diskGuard.ts';
import { standardLog } from './platform/watch/logStream.ts';
import { createPlayerCounts } from './platform/kernel/playerCounts.ts';
import { createLive } from './platform/kernel/live.ts';
import { gameServerWarnings } from './areas/landing/gameServerWarnings.ts';
import { operatorWarnings } from './platform/config/operatorWarnings.ts';
import { createPictureWork } from './domain/pictures/pictureWork.ts';
import { paymentWarnings, sandboxOrderWarnings } from './domain/payments/paymentWarnings.ts';
import { captchaOf } from './adapters/captcha/captchaOf.ts';
import { mailOf } from './adapters/mail/mailOf.ts';
import { paymentsOf } from './adapters/payments/paymentsOf.ts';
import { gameServersOf } from './adapters/gameServers/gameServersOf.ts';
import { projectRoot } from './platform/config/projectRoot.ts';
import { retireDemo } from './demo/retireDemo.ts';
import { secretKeyOf } from './platform/config/secretKey.ts';
import { banner } from './banner.ts';

/** How long requests in flight may take after a signal to stop. */
const FINISH_TIMEOUT_MS = 10_000;

/**
 * Opens the database, fills the demonstration, serves the site, starts the background work, and stops on a signal.
 * @throws Error with a sentence for the operator; then nothing is left running
 */
export async function start(config: Config): Promise<void> {
  const earlySignal = heedEarlySignals(config);
  const app = createServer(config);
  if (config.mode === 'development') refuseNestedTx();
  let database: Database | undefined;
  try {
    database = await openDatabase(config, app.log);
    const isDiskFull = await watchDisk(config, app);
    const { areCommitsWaiting } = database;
    const isReadOnly = () => isDiskFull() || areCommitsWaiting();
    const clock = await startClock(databaseClock(database.pool), app.log);
    app.addHook('onClose', async () => clock.stop());
    const deps = depsOf(config, app, database, clock, isReadOnly);
    await checkSiteSecret(deps.pool, config, deps.secretKey, opensNewestChain);
    await deps.bookStops.refresh();
    const mutedAt = await noteDatabase(deps);
    await recordCatalogueInForce(deps.pool, deps);
    let games: SimulatedGames | undefined;
    await buildApp(app, deps, () => games);
    await (config.isDemo ? seedDemo(deps) : retireDemo(deps));
    const wayIn = config.isDemo ? await wayInForOwner(deps) : undefined;
    // read before anybody is served, because a failure here ends the process
    const warnings = await warningsOf(deps);
    await app.listen({ port: config.port, host: config.host });
    if (config.isDemo && !config.databaseUrl) games = await startSimulatedGames(deps, ownUrlOf(app));
    const stopWork = startBackgroundWork(deps, ownUrlOf(app));
    const stopHistory = config.hasDemoHistory ? startHistory(deps) : undefined;
    const stopServing = async () => {
      await stopHistory?.();
      // the games say bye while the site still listens
      await games?.stop();
      await Promise.all([app.close(), stopWork()]);
    };
    stopOnSignals(app, database, { drainMs: config.drainMs, stopServing, early: earlySignal() });
    if (mutedAt)
      app.log.warn(
        `no mails are sent since ${mutedAt.toISOString()}: see the page "Mails", or npm run mails`,
      );
    for (const sentence of warnings) app.log.warn(sentence);
    standardLog.write(banner(config, deps, wayIn));
  } catch (error) {
    await app.close();
    await database?.close();
    throw error;
  }
}

const warningsOf = async (deps: Deps): Promise<string[]> => [
  ...[...operatorWarnings(deps.config), ...paymentWarnings(deps.config)].map(({ sentence }) => sentence),
  ...(await sandboxOrderWarnings(deps)),
  ...(await gameServerWarnings(deps)),
];

/** Address under which this process reaches itself. */
function ownUrlOf(app: FastifyInstance): string {
  const bound = app.server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server does not listen on a port');
  const { address, port } = bound;
  const host = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Watches the disk of the embedded database only: a database on another machine watches its own. */
async function watchDisk(config: Config, app: FastifyInstance): Promise<Deps['isReadOnly']> {
  if (config.databaseUrl) return () => false;
  const disk = await guardDisk(config.diskReserveMb, () => freeBytesOf(config.dataDir), app.log);
  app.addHook('onClose', async () => disk.stop());
  return disk.isReadOnly;
}

function depsOf(
  config: Config,
  app: FastifyInstance,
  { pool, db, replica }: Database,
  { now }: Clock,
  isReadOnly: Deps['isReadOnly'],
): Deps {
  const secretKey = secretKeyOf(config);
  const gameServers = gameServersOf(config, { db, pool, now, secretKey });
  return {
    config,
    pool,
    db,
    ...(replica && { replica }),
    now,
    databaseTime: databaseClock(pool),
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
    pictureWork: createPictureWork(app.log),
    live: createLive({
      inAll: config.liveStreams.inAll,
      perAddress: config.liveStreams.perAddress * config.rateLimitScale,
    }),
    wakeUps: new EventEmitter(),
    isReadOnly,
    bookStops: createBookStops(db),
    log: app.log,
    secretKey,
  };
}

async function seedDemo(deps: Deps): Promise<void> {
  const folder = join(projectRoot, 'src/server/domain/catalogue/files');
  if (!(await isOwnedByBrowser(deps.db, deps.config)))
    await importCatalogue(deps.pool, await readCatalogue(folder, join(projectRoot, 'assets')));
  await seedDemoPlayer(deps, deps.config.hasDemoHistory ? await beginHistory(deps) : undefined);
  await seedDemoDiscount(deps);
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Heeds signals during the start. With the embedded database the start is finished first, or PostgreSQL would go on alone.
 * Otherwise nothing is left running, and the start may wait for a database for long, so the process ends at once.
 * @returns a function that ends this and returns the first signal that came
 */
function heedEarlySignals({ databaseUrl }: Config): () => NodeJS.Signals | undefined {
  let first: NodeJS.Signals | undefined;
  const heed = (signal: NodeJS.Signals) => {
    if (databaseUrl) process.exit(0);
    if (first) process.exit(1);
    first = signal;
  };
  for (const signal of SIGNALS) process.on(signal, heed);
  return () => {
    for (const signal of SIGNALS) process.off(signal, heed);
    return first;
  };
}

interface Stopping {
  /** Time during which requests are still served, so that load balancers notice `/readyz`. */
  drainMs: number;
  stopServing: () => Promise<void>;
  /** A signal that came during the start. */
  early: NodeJS.Signals | undefined;
}

/** The first signal stops gracefully, the second one at once (N7). */
function stopOnSignals(
  app: FastifyInstance,
  database: Database,
  { drainMs, stopServing, early }: Stopping,
): void {
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    app.startDraining();
    if (drainMs > 0) {
      app.log.info(`${signal}: not ready any more, still serving for ${drainMs / 1000} s`);
      await sleep(drainMs);
    }
    app.log.info(`${signal}: finishing what is in flight`);
    const impatience = setTimeout(() => app.server.closeAllConnections(), FINISH_TIMEOUT_MS);
    await stopServing();
    clearTimeout(impatience);
    await database.close();
    process.exit(0);
  };
  const heed = (signal: NodeJS.Signals) => {
    stop(signal).catch((error: unknown) => {
      app.log.error(error, 'stopping failed');
      process.exit(1);
    });
  };
  for (const signal of SIGNALS) process.on(signal, heed);
  if (early) heed(early);
}
