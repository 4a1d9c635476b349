import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { onlyKey } from '#/server/platform/config/secretKey.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { createPlayer } from '../../support/app/factories.ts';
import { bundlePrograms } from '../../support/app/programs.ts';
import { randomOf } from '../../support/app/random.ts';
import { balanceOf, giveCoins } from '../../support/players/shopping.ts';
import type { TestApp } from '../../support/app/testApp.ts';
import { buyOn, COINS_A_PAYMENT, COINS_A_PIECE, type Customer, payOn, type Shop } from './crashCustomers.ts';

const SECRET = 'only for the proof of crashes: 32 characters and more';
const SERVER = 'tests/support/app/serverProcess.ts';
const START_COINS = 1_000_000;
const CUSTOMERS = 6;

export interface CrashFigure {
  kills: number;
  /** Answers that customers have received. */
  acknowledged: number;
  /** Requests whose answer was lost and that were sent again with the same key or cart. */
  retried: number;
  /** Acknowledged purchases and payments that are not there, or there twice. */
  lost: number;
  doubled: number;
  /** Answers that are neither a success nor "try again". */
  failed: string[];
  /** Time from the start of the process to its first answer. */
  slowestStartMs: number;
  broken: Record<string, number>;
}

/**
 * Kills a real server with SIGKILL again and again while customers buy with coins and pay (T4). They repeat
 * requests that got no answer. In the end everything that was acknowledged is stored, once.
 */
export async function crashAgainAndAgain(
  site: TestApp,
  { cycles, port }: { cycles: number; port: number },
): Promise<CrashFigure> {
  // the same site as the process: its secret, and the time of day
  site.deps.secretKey = onlyKey(createHash('sha256').update(SECRET).digest());
  site.deps.now = () => new Date();
  const url = `http://localhost:${port}`;
  const shop: Shop = { site, url, isUp: false, failed: [], retried: 0, done: 0 };
  const customers: Customer[] = [];
  for (let at = 0; at < CUSTOMERS; at++) {
    const player = await createPlayer(site.deps);
    await giveCoins(site, player.accountId, START_COINS);
    const { rows } = await site.pool.query<{ login: string }>('SELECT login FROM accounts WHERE id = $1', [
      player.accountId,
    ]);
    customers.push({ player, login: rows[0]!.login, at, bought: new Map(), payments: [], serial: 0 });
  }
  const { below } = randomOf(4);
  let slowestStartMs = 0;
  const programs = await bundlePrograms(SERVER);
  for (let cycle = 0; cycle <= cycles; cycle++) {
    const startedAt = performance.now();
    const server = await startServer(programs.pathOf(SERVER), site, port, shop.url);
    slowestStartMs = Math.max(slowestStartMs, Math.round(performance.now() - startedAt));
    shop.isUp = true;
    const isLast = cycle === cycles;
    const work = Promise.all(customers.map((customer) => serve(shop, customer, isLast)));
    if (isLast) {
      await work;
      await hearEverything(site);
      await stop(server, 'SIGTERM');
    } else {
      // in the middle of the work, however fast it goes
      const enough = shop.done + 2 + below(40);
      while (shop.done < enough && server.exitCode === null) await sleep(5);
      shop.isUp = false;
      await stop(server, 'SIGKILL');
      await work;
    }
  }
  programs.remove();
  return { kills: cycles, slowestStartMs, ...(await account(shop, customers)) };
}

/** Half of the customers buy with coins, the others pay. In the end each one finishes their last request. */
async function serve(shop: Shop, customer: Customer, isLast: boolean): Promise<void> {
  const act = customer.at % 2 === 0 ? buyOn : payOn;
  if (isLast) await act(shop, customer, true);
  else while (shop.isUp) await act(shop, customer, false);
}

async function startServer(
  program: string,
  { databaseUrl, deps }: TestApp,
  port: number,
  url: string,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program], {
    cwd: projectRoot,
    env: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: deps.config.dataDir,
      PORT: String(port),
      DEMO: '0',
      DATABASE_URL: databaseUrl,
      APP_SECRET: SECRET,
      POOL_SIZE: '10',
      LOG_LEVEL: 'fatal',
      PAYMENTS_SANDBOX: '1',
      CAPTCHA_WORK: '1',
      RATE_LIMIT_SCALE: '100000',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (;;) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return child;
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`);
    await sleep(50);
  }
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

/** Ends the leases of the dead servers at once, instead of waiting until they are over. */
async function hearEverything({ pool }: TestApp): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ count: string }>(
      `SELECT (SELECT count(*) FROM sandbox_webhooks WHERE sent_at IS NULL)
        + (SELECT count(*) FROM payment_events WHERE processed_at IS NULL) AS count`,
    );
    if (Number(rows[0]?.count) === 0) return;
    await pool.query('UPDATE sandbox_webhooks SET run_at = now() WHERE sent_at IS NULL AND run_at > now()');
    await pool.query(
      'UPDATE payment_events SET run_at = now() WHERE processed_at IS NULL AND run_at > now()',
    );
    await sleep(200);
  }
}

async function account(
  shop: Shop,
  customers: readonly Customer[],
): Promise<Omit<CrashFigure, 'kills' | 'slowestStartMs'>> {
  const { pool } = shop.site;
  let [acknowledged, lost, doubled] = [0, 0, 0];
  for (const { player, bought, payments } of customers) {
    const { rows } = await pool.query<{ id: string; currency: string; state: string }>(
      'SELECT public_id AS id, currency, state FROM orders WHERE account_id = $1',
      [player.accountId],
    );
    const granted = new Set(rows.filter(({ state }) => state === 'granted').map(({ id }) => id));
    const known = [...bought.values(), ...payments];
    acknowledged += known.length;
    lost += known.filter((id) => !granted.has(id)).length;
    doubled +=
      known.length -
      new Set(known).size +
      rows.filter(({ id, state }) => state === 'granted' && !known.includes(id)).length;
    const coins = START_COINS - bought.size * COINS_A_PIECE + payments.length * COINS_A_PAYMENT;
    const difference = (await balanceOf(shop.site, player.accountId)) - coins;
    if (difference > 0) doubled++;
    if (difference < 0) lost++;
  }
  const { failed, retried } = shop;
  return { acknowledged, retried, lost, doubled, failed, broken: await brokenInvariants(pool) };
}

/** The bounds that the figures do not meet, in words. */
export function brokenCrashBounds(figure: CrashFigure): string[] {
  const bounds: [string, boolean][] = [
    ['T4 nothing that was acknowledged is lost', figure.lost === 0],
    ['T4 nothing takes place twice', figure.doubled === 0],
    ['T4 every answer is a success or "try again"', figure.failed.length === 0],
    ['T4 answers were lost, and others were not', figure.retried > 0 && figure.acknowledged > figure.kills],
    ['T4 invariants', Object.keys(figure.broken).length === 0],
  ];
  return bounds.filter(([, isMet]) => !isMet).map(([bound]) => bound);
}
