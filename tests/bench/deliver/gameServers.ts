import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { onlyKey } from '#/server/platform/config/secretKey.ts';
import {
  GAME_KEY_HEADER,
  GAME_PROTOCOL,
  GAME_SIGN_HEADER,
  type GameCall,
  gamePath,
  type GameReplies,
} from '#/contract/game.ts';
import { makeGameKey } from '#/server/domain/gameServers/gameKeys.ts';
import { signRequest } from '#/server/domain/gameServers/signing.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { serverKeyOf } from '../../support/players/fillDeliveries.ts';
import type { Line } from './line.ts';

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
/** Ends all connections to the sites. */
export const hangUp = (): void => agent.destroy();

/** Texts that name a game server have its number in them, so that a script of pgbench can name any. */
export const nameOf = (kind: 'instance' | 'ledger', no: number): string =>
  `${kind[0]}${'0'.repeat(18)}${100 + no}`;

interface Key {
  id: string;
  secret: string;
}

/** How a call is sent: over a connection of its own, or aborted when the caller leaves. */
interface Way {
  line?: Line;
  gone?: AbortSignal;
}

/** The adapter of a game server, as small as one can be. */
export interface GameServer {
  no: number;
  call: <Call extends GameCall>(
    port: number,
    call: Call,
    fields: object,
    way?: Way,
  ) => Promise<GameReplies[Call]>;
}

/**
 * The last order number. Numbers rise by the clock, so they exceed those of a script that uses the same clock.
 */
let lastSeq = 0;
const nextSeq = () => (lastSeq = Math.max(lastSeq + 1, Date.now() * 1000));

function gameServer(no: number, key: Key): GameServer {
  return {
    no,
    call: async (port, call, fields, { line, gone } = {}) => {
      const head = {
        v: GAME_PROTOCOL,
        instance: nameOf('instance', no),
        seq: nextSeq(),
        at: Date.now(),
        head: 0,
      };
      const body = JSON.stringify({ ...head, ...fields });
      const path = gamePath(call);
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        [GAME_KEY_HEADER]: key.id,
        [GAME_SIGN_HEADER]: signRequest(key.secret, path, body),
      };
      const text = await (line ? line.post(path, headers, body) : send(port, path, headers, body, gone));
      const content = JSON.parse((JSON.parse(text) as { body: string }).body) as GameReplies[typeof call] & {
        error?: { code: string };
      };
      if (content.error) throw new Error(`${call} of ${serverKeyOf(no)} was refused: ${content.error.code}`);
      return content;
    },
  };
}

function send(
  port: number,
  path: string,
  headers: Record<string, string | number>,
  body: string,
  signal?: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method: 'POST', headers, agent };
    request({ ...options, ...(signal && { signal }) }, (reply) => {
      const chunks: Buffer[] = [];
      reply
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
        .on('error', reject);
    })
      .on('error', reject)
      .end(body);
  });
}

/** Makes a key for each of the servers. */
export async function createGameServers(
  pool: pg.Pool,
  secretKey: Buffer,
  count: number,
): Promise<GameServer[]> {
  const deps = { now: () => new Date(), randomBytes, secretKey: onlyKey(secretKey), db: drizzle(pool) };
  const servers: GameServer[] = [];
  for (let no = 0; no < count; no++) {
    const wanted = {
      serverKey: serverKeyOf(no),
      label: 'bench',
      scopes: ['deliver' as const, 'players' as const],
    };
    const key = await withTx(pool, (tx) => makeGameKey(tx, deps, wanted));
    servers.push(gameServer(no, key!));
  }
  return servers;
}

/** Says hello as an adapter that knows all that is sold here. */
export const greet = (port: number, { no, call }: GameServer): Promise<GameReplies['hello']> =>
  call(port, 'hello', {
    adapter: 'bench',
    game: 'bench',
    host: 'bench',
    ledger: nameOf('ledger', no),
    codes: ['unban'],
    facts: [],
    proves: [],
    identity: 'login',
    slots: 100,
  });

/** Players whom each adapter counts, as many as the site knows. */
let counted = 0;
export const countPlayers = (each: number): void => {
  counted = each;
};

/** Asks for work. */
export const pull = (
  port: number,
  { call }: GameServer,
  max: number,
  waitS = 0,
  way: Way = {},
): Promise<GameReplies['pull']> => call(port, 'pull', { waitS, max, online: counted }, way);

/** Reports one delivery as done. */
export const reportDone = (
  port: number,
  { call }: GameServer,
  { no, attempt }: { no: number; attempt: number },
  way: Way = {},
): Promise<GameReplies['report']> =>
  call(port, 'report', { results: [{ no, attempt, outcome: 'done', proof: 'saved' }] }, way);
