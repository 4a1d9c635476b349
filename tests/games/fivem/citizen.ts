import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type LuaEngine, LuaFactory } from 'wasmoon';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import type { Statement, World } from './world.ts';

const ADAPTER = join(projectRoot, 'src/games/fivem/onerp');
const HERE = join(projectRoot, 'tests/games/fivem');
/** FXServer aborts a request if no byte of the body arrives for this time. */
const NO_BYTE_MS = 5000;
const FRAME_MS = 10;
/** Compiled once. Each server has a state of its own in it. */
const factory = new LuaFactory();

export interface HttpCall {
  url: string;
  data: string;
  headers: Record<string, string>;
  /** The first byte of the answer is there: FXServer waits for the rest as long as it takes. */
  begin: () => void;
  answer: (status: number, body: string) => void;
}

export interface GamePlayer {
  name: string;
  identifiers: string[];
}

export interface CitizenOptions {
  /** Journal of the key-value store. */
  kvpFile: string;
  convars: Record<string, string>;
  http: (call: HttpCall) => void;
  /** Which framework runs, and its database. */
  framework?: 'qb' | 'esx' | 'ox';
  world?: World;
  players?: Record<number, GamePlayer>;
  /** Seconds that the clock of the machine is off. */
  clockOffS?: number;
  /** Resources that run besides those of the framework. */
  alsoStarted?: readonly string[];
  /** Steps that the server announces; true kills it there. */
  isLastStep?: (step: string) => boolean;
  /** Lua that runs in the resource before its start, as an operator's change of config.lua. */
  configure?: string;
  log?: (line: string) => void;
  /** Hears what players read. */
  chat?: (line: string) => void;
}

const RESOURCES = { qb: ['qb-core', 'qb-inventory'], esx: ['es_extended'], ox: ['ox_core', 'ox_inventory'] };

/** A FXServer without the game: Lua, the natives that the adapter uses, and time that a test moves. */
export class Citizen {
  readonly lines: string[] = [];
  readonly chat: string[] = [];
  readonly #lua: LuaEngine;
  readonly #options: CitizenOptions;
  readonly #kvp = new Map<string, string>();
  readonly #aborts = new Map<number, number>();
  readonly #answers: [number, number, string | undefined][] = [];
  readonly #startedAtMs = Date.now();
  /** When the next thread of Lua is due. */
  #dueAtMs = 0;
  nowMs = 0;
  /** While it is set, nothing reaches a disk or the network. */
  isDead = false;
  /** While it is set, the key-value store takes nothing, and FXServer says nothing of it. */
  isDiskFull = false;

  static async start(options: CitizenOptions): Promise<Citizen> {
    const lua = await factory.createEngine({ enableProxy: false });
    return new Citizen(lua, options);
  }

  private constructor(lua: LuaEngine, options: CitizenOptions) {
    this.#lua = lua;
    this.#options = options;
    this.#readKvp();
    for (const [name, native] of Object.entries(this.#natives())) lua.global.set(`host_${name}`, native);
    for (const file of ['json.lua', 'citizen.lua']) lua.doStringSync(readFileSync(join(HERE, file), 'utf8'));
    const { framework, configure } = options;
    if (framework) this.run(framework, 'fake.lua', readFileSync(join(HERE, `${framework}.lua`), 'utf8'));
    const manifest = readFileSync(join(ADAPTER, 'fxmanifest.lua'), 'utf8');
    const files = JSON.parse(this.#call('host_manifest', manifest) as string) as string[];
    for (const file of files) {
      this.run('onerp', file, readFileSync(join(ADAPTER, file), 'utf8'));
      if (file === 'config.lua' && configure) this.run('onerp', 'configure.lua', configure);
    }
  }

  /** Runs Lua as a part of a resource. */
  run(resource: string, name: string, text: string): void {
    this.#call('host_run', resource, name, text);
  }

  /** Triggers an event of a player. */
  trigger(name: string, player: number, ...values: unknown[]): void {
    this.#call('host_trigger', name, player, JSON.stringify(values));
  }

  /** A player types a command. */
  command(player: number, name: string, text = ''): void {
    this.#call('host_command', player, name, text);
  }

  /** One frame. */
  tick(): void {
    if (this.isDead) return;
    for (const [number, at] of this.#aborts) if (at <= this.nowMs) this.#settle(number, 0);
    for (const answer of this.#answers.splice(0)) this.#call('host_answer', ...answer);
    this.#dueAtMs = this.#call('host_tick', Math.floor(this.nowMs)) as number;
  }

  /** Lets time pass, without the frames in which nothing is due. */
  async pass(ms: number): Promise<void> {
    const end = this.nowMs + ms;
    while (this.nowMs < end && !this.isDead) {
      const dueAtMs = this.#answers.length > 0 ? 0 : Math.min(this.#dueAtMs, ...this.#aborts.values());
      this.nowMs = Math.min(end, Math.max(this.nowMs + FRAME_MS, dueAtMs));
      this.tick();
      await setImmediate();
    }
  }

  close(): void {
    this.isDead = true;
    this.#lua.global.close();
  }

  /** Announces a step. @returns whether the server has died there */
  step(name: string): boolean {
    if (!this.isDead && this.#options.isLastStep?.(name)) this.isDead = true;
    return this.isDead;
  }

  #call(name: string, ...values: unknown[]): unknown {
    this.#dueAtMs = 0;
    return (this.#lua.global.get(name) as (...values: unknown[]) => unknown)(...values);
  }

  #settle(number: number, status: number, body?: string): void {
    this.#aborts.delete(number);
    this.#answers.push([number, status, body]);
  }

  #http(number: number, url: string, data: string, headers: string): void {
    if (this.isDead) return;
    this.#aborts.set(number, this.nowMs + NO_BYTE_MS);
    this.#options.http({
      url,
      data,
      headers: JSON.parse(headers) as Record<string, string>,
      begin: () => this.#aborts.set(number, Infinity),
      answer: (status, body) => {
        if (this.#aborts.has(number)) this.#settle(number, status, body);
      },
    });
  }

  #readKvp(): void {
    const { kvpFile } = this.#options;
    if (!existsSync(kvpFile)) return;
    for (const line of readFileSync(kvpFile, 'utf8').split('\n').filter(Boolean)) {
      const [key, value] = JSON.parse(line) as [string, string | null];
      if (value === null) this.#kvp.delete(key);
      else this.#kvp.set(key, value);
    }
  }

  #writeKvp(key: string, value: string | null): void {
    const state = /"state":"(\w+)"/.exec(value ?? '')?.[1];
    if (state && this.step(`before ${state}`)) return;
    if (this.isDead || this.isDiskFull) return;
    appendFileSync(this.#options.kvpFile, `${JSON.stringify([key, value])}\n`);
    if (value === null) this.#kvp.delete(key);
    else this.#kvp.set(key, value);
    if (state) this.step(`after ${state}`);
  }

  #natives() {
    const { convars, framework, world, players = {}, clockOffS = 0, alsoStarted = [], log } = this.#options;
    return {
      print: (line: string) => {
        this.lines.push(line);
        log?.(line);
      },
      chat: (_player: number, line: string) => {
        this.chat.push(line);
        this.#options.chat?.(line);
      },
      http: (number: number, url: string, _method: string, data: string, headers: string) =>
        this.#http(number, url, data, headers),
      convar: (name: string) => convars[name],
      hasResource: (name: string) =>
        [...alsoStarted, ...(framework ? RESOURCES[framework] : [])].includes(name),
      players: () => JSON.stringify(Object.keys(players)),
      playerName: (player: number) => players[player]?.name,
      identifiers: (player: number) => JSON.stringify(players[player]?.identifiers ?? []),
      setKvp: (key: string, value: string) => this.#writeKvp(key, value),
      getKvp: (key: string) => this.#kvp.get(key),
      deleteKvp: (key: string) => this.#writeKvp(key, null),
      findKvp: (prefix: string) =>
        JSON.stringify([...this.#kvp.keys()].filter((key) => key.startsWith(prefix))),
      time: () => Math.floor((this.#startedAtMs + this.nowMs) / 1000) + clockOffS,
      step: (name: string) => this.step(name),
      sql: (statements: string) => {
        const asked = JSON.parse(statements) as Statement[];
        if (this.isDead || !world) return '[]';
        const result = world.run(asked);
        if (typeof result === 'number') this.step('after save');
        return JSON.stringify(result);
      },
    };
  }
}
