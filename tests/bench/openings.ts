import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type pg from 'pg';
import { onlyKey } from '#/server/platform/config/secretKey.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { createPlayer, type Player } from '../support/app/factories.ts';

/** Cases of each player; more than are ever opened. */
const STOCK = 1_000_000;

interface LoadResult {
  perSecond: number;
  failed: number;
  p50Ms: number;
  p99Ms: number;
}

/** Opens cases as fast as a server answers, by a process of its own. */
export async function openCases(
  port: number,
  connections: number,
  tokens: string[],
  seconds: number,
): Promise<LoadResult> {
  const load = fork(join(import.meta.dirname, 'openLoad.ts'), [port, connections, seconds].map(String));
  load.send(tokens);
  const result = await new Promise<LoadResult>((resolve, reject) => {
    load.once('message', (message) => resolve(message as LoadResult));
    load.once('exit', (code) => reject(new Error(`the load generator ended with ${code}`)));
  });
  if (result.failed > 0) throw new Error(`${result.failed} openings failed`);
  return result;
}

/** Creates players who own cases. */
export async function createOpeners(pool: pg.Pool, secretKey: Buffer, count: number): Promise<Player[]> {
  const deps = { pool, randomBytes, secretKey: onlyKey(secretKey), now: () => new Date() } as unknown as Deps;
  const players = [];
  for (let made = 0; made < count; made++) players.push(await createPlayer(deps, { 1: STOCK }));
  return players;
}
