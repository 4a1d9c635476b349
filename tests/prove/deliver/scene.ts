import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import type { randomOf } from '../../support/app/random.ts';
import type { TestApp } from '../../support/app/testApp.ts';
import type { Member } from '../../support/players/settings.ts';
import type { ProvedGame } from './game.ts';
import type { SitePoint } from './kinds.ts';

export const SITE_SECRET = 'only for the proof of deliveries: 32 characters and more';
/** Time limit for hanging work; slow work on a busy machine takes ten times as long as usual. */
const PATIENCE_MS = 10 * 60_000;
const NUDGE_EVERY_MS = 1000;
const LOOK_EVERY_MS = 25;

/** A buyer, the game in which they play, and the name by which it knows them. */
export interface Buyer {
  member: Member;
  game: ProvedGame;
  player: string;
  /** Paid orders of goods for the game. */
  orders: string[];
  chargedBack: string[];
  /** Prizes that were taken to the game. */
  coupons: number[];
  /** Goods that fill the inventory of their character. */
  parcels: number;
}

/** The site under test, its games, and their players. */
export interface Scene {
  site: TestApp;
  /** The server process, which is killed and started again. */
  server: SiteProcess;
  games: ProvedGame[];
  buyers: Buyer[];
  random: ReturnType<typeof randomOf>;
  acts: Record<string, number>;
  kills: Record<string, number>;
  /** Points that were never reached, and conditions that never came. */
  missed: string[];
}

/** @returns a port on which nothing listens now */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The server in a process of its own. */
export class SiteProcess {
  readonly #program: string;
  readonly #site: TestApp;
  readonly #port: number;
  #child: ChildProcess | undefined;

  constructor(program: string, site: TestApp, port: number) {
    this.#program = program;
    this.#site = site;
    this.#port = port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    const { databaseUrl, deps } = this.#site;
    this.#child = spawn(process.execPath, [this.#program], {
      cwd: projectRoot,
      env: {
        PATH: process.env['PATH'] ?? '',
        DATA_DIR: deps.config.dataDir,
        PORT: String(this.#port),
        DEMO: '0',
        DATABASE_URL: databaseUrl,
        APP_SECRET: SITE_SECRET,
        POOL_SIZE: '10',
        LOG_LEVEL: 'fatal',
        PAYMENTS_SANDBOX: '1',
        CAPTCHA_WORK: '1',
        RATE_LIMIT_SCALE: '100000',
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await Promise.race([once(this.#child, 'message'), once(this.#child, 'exit')]);
    if (this.#child.exitCode !== null) throw new Error(`the site ended with code ${this.#child.exitCode}`);
  }

  dieAt(point: SitePoint): void {
    this.#child!.send({ point });
  }

  async died(): Promise<void> {
    const child = this.#child!;
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }

  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL');
    await this.died();
  }
}

/** Counts something that was killed or changed, under its code. */
export function note({ kills }: Scene, code: string, what: string): void {
  const name = `${code} ${what}`;
  kills[name] = (kills[name] ?? 0) + 1;
}

/** Waits until something has happened, and nudges meanwhile. @returns whether it has */
export async function waitFor(
  scene: Scene,
  what: string,
  hasHappened: () => boolean | Promise<boolean>,
  nudge?: () => Promise<void>,
  nudgeEveryMs = NUDGE_EVERY_MS,
): Promise<boolean> {
  const startedAt = performance.now();
  let nudgedAt = startedAt;
  while (!(await hasHappened())) {
    const now = performance.now();
    if (now - startedAt > PATIENCE_MS) {
      const lines = scene.games.flatMap((game) => game.lines.slice(-3).map((line) => `${game.name} ${line}`));
      scene.missed.push(`${what} (${lines.join(' | ')})`);
      return false;
    }
    if (nudge && now - nudgedAt > nudgeEveryMs) {
      await nudge();
      nudgedAt = performance.now();
    }
    await sleep(LOOK_EVERY_MS);
  }
  return true;
}

/**
 * Moves the clock instead of waiting for leases, retries and held links. Leaves out rows that the site is writing
 * at this moment, because waiting for them could be a deadlock.
 */
export async function passTime({ site: { pool } }: Scene): Promise<void> {
  const pass = (column: string, states: string) =>
    pool.query(`UPDATE deliveries SET ${column} = now() WHERE id IN (SELECT id FROM deliveries
      WHERE state IN (${states}) AND ${column} > now() ORDER BY id FOR UPDATE SKIP LOCKED)`);
  await pass('lease_until', `'leased', 'cancelling'`);
  await pass('ready_at', `'waiting'`);
  await pool.query('UPDATE game_links SET held_until = now() WHERE held_until > now()');
}

/** Does as if the clock of the site went back by half a minute, which makes leases last longer (K6). */
export async function stepBack({ site: { pool } }: Scene): Promise<void> {
  await pool.query(
    `UPDATE deliveries SET lease_until = lease_until + interval '30 s' WHERE lease_until IS NOT NULL`,
  );
  await pool.query(`UPDATE game_instances SET seen_at = seen_at + interval '30 s'`);
}

/** Lets the minute pass after which a silent adapter counts as dead. */
export const passSilence = ({ site: { pool } }: Scene, { kind }: ProvedGame): Promise<unknown> =>
  pool.query(`UPDATE game_instances SET seen_at = seen_at - interval '61 s' WHERE server_key = $1`, [
    kind.serverKey,
  ]);

/** A random entry of a list. */
export function pick<One>({ random }: Scene, list: readonly One[]): One | undefined {
  return list.length > 0 ? list[random.below(list.length)] : undefined;
}
