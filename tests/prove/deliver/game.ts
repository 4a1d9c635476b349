import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { World } from '../../games/fivem/world.ts';
import { type FivemBridge, type GameCommand, type RagempBridge, SPEED } from './kinds.ts';
import { type HeldRow, isUncertain, readKvp, readLedger, readPurchases } from './ledgers.ts';
import type { Wire } from './wire.ts';
import { FIVEM_PLAYERS, type Pieces, piecesOf, playerKeyOf, premiumIn } from './worlds.ts';

const RAGEMP = join(projectRoot, 'tests/prove/deliver/ragempGame.cjs');
/** Tables of the game with the SQL bridge. */
const GAME_TABLES = ['onerp_deliveries', 'game_things', 'game_facts'];
/** Clocks of the machines of the games, in seconds from that of the site (K6). */
const CLOCKS_OFF_S = [0, 3600, -3600, 86_400, -86_400];

export type GameKind =
  | { adapter: 'fivem'; serverKey: string; bridge: FivemBridge }
  | { adapter: 'ragemp'; serverKey: string; bridge: RagempBridge };

interface Surroundings {
  wire: Wire;
  key: { id: string; secret: string };
  /** Bundle of fivemGame.ts. */
  program: string;
  databaseUrl: string;
}

/** A copy of what a game has saved, and the deliveries that were done by then. */
interface Backup {
  saved: string;
  done: Set<number>;
}

interface Saved {
  things: Record<string, Partial<Pieces>>;
  premium: Record<string, string | null>;
  given: number[];
}

/** A game server with its adapter: a process that is killed and started again, and what survives it. */
export class ProvedGame {
  readonly kind: GameKind;
  readonly wire: Wire;
  key: { id: string; secret: string };
  /** The last lines that the adapter printed. */
  readonly lines: string[] = [];
  readonly online = new Set<string>();
  readonly #around: Surroundings;
  readonly #folder = mkdtempSync(join(tmpdir(), 'one-rp-deliver-'));
  #child: ChildProcess | undefined;
  starts = 0;
  /** Deliveries that were begun and not done when the process was killed, or whose database failed. */
  readonly begun = new Set<number>();
  /** Deliveries that a ledger held when another was accepted in its place. */
  readonly doubted = new Set<number>();
  /** Deliveries in a ledger that was lost since. */
  readonly forgotten = new Set<number>();
  /** Deliveries that were done when the game was put back to a time before them. */
  readonly undone = new Set<number>();
  /** Times that its database failed, and purchases that its players began. */
  failures = 0;
  purchases = 0;

  constructor(kind: GameKind, around: Surroundings) {
    this.kind = kind;
    this.wire = around.wire;
    this.key = around.key;
    this.#around = around;
  }

  get name(): string {
    return `${this.kind.adapter}/${this.kind.bridge}`;
  }

  get isAlive(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** @param folder of a copy of its ledger */
  async start({
    killAt,
    folder = this.#folder,
  }: { killAt?: string; folder?: string } = {}): Promise<ChildProcess> {
    const { wire, program, databaseUrl } = this.#around;
    const child = spawn(process.execPath, [this.kind.adapter === 'fivem' ? program : RAGEMP], {
      cwd: projectRoot,
      env: {
        PATH: process.env['PATH'] ?? '',
        SITE_URL: wire.url,
        GAME_KEY: this.key.id,
        GAME_SECRET: this.key.secret,
        GAME_DATABASE_URL: databaseUrl,
        FOLDER: folder,
        BRIDGE: this.kind.bridge,
        CLOCK_OFF_S: String(CLOCKS_OFF_S[this.starts % CLOCKS_OFF_S.length]),
        SPEED: String(SPEED),
        ...(killAt && { KILL_AT: killAt }),
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', ({ line, hasFailed }: { line?: string; hasFailed?: boolean }) => {
      if (hasFailed) {
        this.failures++;
        this.noteBegun();
      }
      if (line) this.lines.push(line);
      this.lines.splice(0, this.lines.length - 20);
    });
    if (folder !== this.#folder) return child;
    this.starts++;
    this.#child = child;
    // a SIGKILL during the start counts like any other kill
    await Promise.race([once(child, 'message'), once(child, 'exit')]);
    for (const player of this.online) this.tell({ do: 'join', player });
    return child;
  }

  tell(command: GameCommand): void {
    if (command.do === 'join') this.online.add(command.player);
    if (command.do === 'leave') this.online.delete(command.player);
    if (!this.isAlive || !this.#child!.connected) return;
    if (command.do === 'buy') this.purchases++;
    this.#child!.send(command, () => {});
  }

  /** Resolves when the process has died. */
  async died(): Promise<void> {
    if (this.isAlive) await once(this.#child!, 'exit');
    this.noteBegun();
  }

  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL');
    await this.died();
  }

  /**
   * Notes which deliveries the ledger calls begun. A crash or a failure in the middle explains why nobody knows
   * their outcome.
   */
  noteBegun(): void {
    for (const { no, state } of this.ledger().entries) if (state === 'started') this.begun.add(no);
  }

  /** The ledger as it lies on the disk. */
  ledger(): ReturnType<typeof readKvp> {
    return this.kind.adapter === 'fivem' ? readKvp(this.#ledgerFile) : readLedger(this.#ledgerFile);
  }

  /** Purchases that the site has not answered. */
  openPurchases(): string[] {
    return this.kind.adapter === 'fivem'
      ? readKvp(this.#ledgerFile).purchases
      : readPurchases(join(this.#folder, 'purchases.jsonl'));
  }

  /** Numbers of the deliveries that the ledger calls done. */
  done = (): Set<number> =>
    new Set(this.ledger().entries.flatMap(({ no, state }) => (state === 'done' ? [no] : [])));

  /**
   * Copies what the game has saved. The copy must leave no doubt about any delivery: none is in the middle, and
   * the game has proved all that a lost ledger held.
   * @returns undefined if there is a doubt
   */
  async backUp(pool: pg.Pool): Promise<Backup | undefined> {
    if (!this.isAlive) return undefined;
    this.#child!.kill('SIGSTOP');
    try {
      const { entries } = this.ledger();
      const { rows } = await pool.query<HeldRow>(
        `SELECT id::int, is_doubtful AS "isDoubtful" FROM deliveries WHERE server_key = $1
          AND (state IN ('leased', 'cancelling') OR state = 'waiting' AND is_doubtful)`,
        [this.kind.serverKey],
      );
      if (rows.some((row) => isUncertain(row, entries))) return undefined;
      return { saved: await this.#saved(pool), done: this.done() };
    } finally {
      this.#child!.kill('SIGCONT');
    }
  }

  async #saved(pool: pg.Pool): Promise<string> {
    if (this.kind.bridge !== 'sql') return JSON.stringify(this.#file() ?? null);
    const tables: Record<string, unknown[]> = {};
    for (const table of GAME_TABLES) tables[table] = (await pool.query(`SELECT * FROM ${table}`)).rows;
    return JSON.stringify(tables);
  }

  /** Whether the game cannot prove a change of the name, so that a crash in the middle is for an operator to decide. */
  get isForgetful(): boolean {
    return this.kind.bridge === 'events' || this.kind.bridge === 'standalone';
  }

  /** Whether the saved state of a forgetful game has a delivery. */
  hasGiven(no: number): boolean {
    if (this.kind.bridge === 'events') return this.#file()?.given.includes(no) ?? false;
    return this.#world()?.tables['given']?.some(({ id }) => id === no) ?? false;
  }

  /** Puts a copy in the place of what the game has saved. */
  async putBack(pool: pg.Pool, copy: string): Promise<void> {
    if (this.kind.bridge !== 'sql')
      return copy === 'null' ? rmSync(this.#worldFile) : writeFileSync(this.#worldFile, copy);
    const tables = JSON.parse(copy) as Record<string, unknown[]>;
    for (const table of GAME_TABLES) {
      const rows = JSON.stringify(tables[table]);
      await pool.query(`DELETE FROM ${table}`);
      await pool.query(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`, [
        rows,
      ]);
    }
  }

  get #worldFile(): string {
    return join(this.#folder, 'world.json');
  }

  get #ledgerFile(): string {
    return join(this.#folder, this.kind.adapter === 'fivem' ? 'kvp' : 'ledger.jsonl');
  }

  /** A copy of the ledger in a folder of its own. */
  copyLedger(): string {
    const folder = mkdtempSync(join(this.#folder, 'copy-'));
    if (existsSync(this.#ledgerFile))
      copyFileSync(this.#ledgerFile, join(folder, this.#ledgerFile.split('/').at(-1)!));
    return folder;
  }

  /** Puts a copy back in the place of the ledger; undefined: the ledger is lost. */
  replaceLedger(folder?: string): void {
    for (const { no } of this.ledger().entries) this.forgotten.add(no);
    if (folder) copyFileSync(join(folder, this.#ledgerFile.split('/').at(-1)!), this.#ledgerFile);
    else rmSync(this.#ledgerFile, { force: true });
  }

  /** Pieces that the saved state of the game has, by player. */
  async pieces(pool: pg.Pool): Promise<Map<string, Pieces>> {
    const none = { unban: 0, name_change: 0, item: 0 };
    if (this.kind.adapter === 'fivem') {
      const { bridge } = this.kind;
      const world = this.#world();
      const numbers = Array.from({ length: world ? FIVEM_PLAYERS : 0 }, (_, at) => at + 1);
      return new Map(numbers.map((each) => [playerKeyOf(each), piecesOf(bridge, world!, each)]));
    }
    if (this.kind.bridge === 'events') {
      const things = Object.entries(this.#file()?.things ?? {});
      return new Map(things.map(([player, own]) => [player, { ...none, ...own }]));
    }
    const held = new Map<string, Pieces>();
    const { rows } = await pool.query<{ player: string; code: keyof Pieces; pieces: number }>(
      'SELECT player, code, pieces FROM game_things',
    );
    for (const { player, code, pieces } of rows)
      held.set(player, { ...(held.get(player) ?? none), [code]: pieces });
    return held;
  }

  /** Until when each player has Premium, as the saved state says; undefined: it says nothing of that. */
  async facts(pool: pg.Pool): Promise<Map<string, string> | undefined> {
    if (this.kind.adapter === 'fivem') {
      const world = this.#world();
      return world && premiumIn(this.kind.bridge, world);
    }
    if (this.kind.bridge === 'events')
      return new Map(
        Object.entries(this.#file()?.premium ?? {}).map(([player, until]) => [player, until ?? '']),
      );
    const { rows } = await pool.query<{ player: string; premium: string | null }>('SELECT * FROM game_facts');
    return new Map(rows.map(({ player, premium }) => [player, premium ?? '']));
  }

  #world(): World | undefined {
    return existsSync(this.#worldFile) ? new World(this.#worldFile) : undefined;
  }

  /** The saved state of the game with the events bridge. */
  #file(): Saved | undefined {
    if (!existsSync(this.#worldFile)) return undefined;
    return JSON.parse(readFileSync(this.#worldFile, 'utf8')) as Saved;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
}
