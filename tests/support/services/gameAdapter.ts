import type { LightMyRequestResponse } from 'fastify';
import {
  GAME_KEY_HEADER,
  GAME_PROTOCOL,
  GAME_SIGN_HEADER,
  type GameCall,
  type GameDelivery,
  gamePath,
  type GameReplies,
  type GameResult,
} from '#/contract/game.ts';
import { makeGameKey } from '#/server/domain/gameServers/gameKeys.ts';
import { signAnswer, signRequest } from '#/server/domain/gameServers/signing.ts';
import type { GameScope } from '#/server/platform/db/tables/game.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { TestApp } from '../app/testApp.ts';

const randomId = () => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url');

/** Makes a key of a game server. */
export async function gameKeyOf(
  app: TestApp,
  serverKey = 'everest',
  scopes: GameScope[] = ['deliver', 'players'],
): Promise<{ id: string; secret: string }> {
  const made = await withTx(app.pool, (tx) =>
    makeGameKey(tx, app.deps, { serverKey, label: 'test', scopes }),
  );
  return made ?? Promise.reject(new Error('the server has too many keys'));
}

/** Removes all game servers with their keys, so that a test meets none of an earlier one. */
export async function forgetGames({ pool }: TestApp): Promise<void> {
  await pool.query('TRUNCATE game_presence, game_instances, game_ledgers, game_keys');
}

/** Calls off what waits for a game. */
export async function callOffWaiting({ pool }: TestApp): Promise<void> {
  await pool.query(`UPDATE deliveries SET state = 'cancelled', ready_at = NULL WHERE state = 'waiting'`);
}

type Refusal = { refused: string; retryAfterS?: number };

/** An adapter in a game server that speaks the protocol and stores nothing by itself. */
export class GameAdapter {
  readonly #app: TestApp;
  #key: { id: string; secret: string };
  instance = randomId();
  ledger = randomId();
  seq = 0;
  head = 0;

  constructor(app: TestApp, key: { id: string; secret: string }) {
    this.#app = app;
    this.#key = key;
  }

  /** Signs with another key from now on. */
  useKey(key: { id: string; secret: string }): void {
    this.#key = key;
  }

  /** The bytes of a request. @param fields override those of every body */
  body(fields: object): string {
    this.seq += 1;
    const { instance, seq, head } = this;
    const at = this.#app.deps.now().getTime();
    return JSON.stringify({ v: GAME_PROTOCOL, instance, seq, at, head, ...fields });
  }

  send(call: GameCall, body: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.#app.app.inject({
      method: 'POST',
      url: gamePath(call),
      headers: {
        'content-type': 'application/json',
        [GAME_KEY_HEADER]: this.#key.id,
        [GAME_SIGN_HEADER]: signRequest(this.#key.secret, gamePath(call), body),
        ...headers,
      },
      payload: body,
    });
  }

  /** Calls the site and checks the signature of its answer. */
  async call<Call extends GameCall>(call: Call, fields: object): Promise<GameReplies[Call] | Refusal> {
    const body = this.body(fields);
    const { seq } = this;
    const reply = await this.send(call, body);
    const answer = reply.json<{ sign: string; body: string }>();
    if (answer.sign !== signAnswer(this.#key.secret, this.instance, seq, answer.body))
      throw new Error(`an answer is not signed: ${reply.body}`);
    const content = JSON.parse(answer.body) as GameReplies[Call] & {
      error?: { code: string; retryAfterS?: number };
    };
    const { error } = content;
    if (!error) return content;
    return { refused: error.code, ...(error.retryAfterS && { retryAfterS: error.retryAfterS }) };
  }

  /** The fields of a hello. */
  about(fields: object = {}): object {
    return {
      adapter: 'test 1.0.0',
      game: 'a game',
      host: 'gta-1',
      ledger: this.ledger,
      codes: ['unban', 'name_change'],
      facts: ['premium'],
      proves: ['unban'],
      identity: 'login',
      slots: 1000,
      ...fields,
    };
  }

  hello(fields: object = {}): Promise<GameReplies['hello'] | Refusal> {
    return this.call('hello', this.about(fields));
  }

  pull(fields: object = {}): Promise<GameReplies['pull'] | Refusal> {
    return this.call('pull', { waitS: 0, max: 50, online: 0, ...fields });
  }

  report(...results: Partial<GameResult>[]): Promise<GameReplies['report'] | Refusal> {
    return this.call('report', { results: results.map((each) => Object.assign({ attempt: 1 }, each)) });
  }

  /** Pulls at once. @throws Error if it is refused */
  async work(fields: object = {}): Promise<GameDelivery[]> {
    const reply = await this.pull(fields);
    if ('refused' in reply) throw new Error(`the pull was refused: ${reply.refused}`);
    return reply.deliveries;
  }
}

/** Starts an adapter that may tie players to accounts, and greets the site. */
export async function linkingAdapter(app: TestApp, serverKey: string): Promise<GameAdapter> {
  const adapter = new GameAdapter(app, await gameKeyOf(app, serverKey, ['deliver', 'players', 'link']));
  await adapter.hello({ identity: 'link' });
  return adapter;
}
