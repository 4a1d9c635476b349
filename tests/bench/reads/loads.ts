import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import type { Read } from './addresses.ts';

const CONNECTIONS = 16;

/** The head of a request as a browser sends it. */
export function headOf({ path, headers }: Read): string {
  const all = {
    host: '127.0.0.1',
    'accept-encoding': 'gzip, deflate, br',
    'accept-language': 'ru',
    ...headers,
  };
  return [
    `GET ${path} HTTP/1.1`,
    ...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');
}

/** An answer as it was sent, still compressed. */
export interface Answer {
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** @throws Error unless the answer is 200 */
export function answerOf(port: number, { path, headers }: Read): Promise<Answer> {
  const sent = { 'accept-encoding': 'gzip, deflate, br', 'accept-language': 'ru', ...headers };
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: sent }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('end', () => {
        const body = Buffer.concat(parts);
        if (reply.statusCode === 200) resolve({ headers: reply.headers as Answer['headers'], body });
        else reject(new Error(`${path}: ${reply.statusCode} ${body.toString()}`));
      });
    }).on('error', reject);
  });
}

export interface Load {
  perSecond: number;
  failed: number;
  p50Ms: number;
  p99Ms: number;
}

/** Sends requests as fast as a server answers, in turns, from a process of its own. @throws Error if one fails */
export async function loadOf(port: number, heads: readonly string[], seconds: number): Promise<Load> {
  const load = fork(join(import.meta.dirname, 'readLoad.ts'), [port, CONNECTIONS, seconds].map(String));
  load.send(heads);
  const result = await new Promise<Load>((resolve, reject) => {
    load.once('message', (message) => resolve(message as Load));
    load.once('exit', (code) => reject(new Error(`the load generator ended with ${code}`)));
  });
  if (result.failed > 0) throw new Error(`${result.failed} requests failed: ${heads[0]}`);
  return result;
}

const TICKS_PER_SECOND = 100;

/** Seconds of a processor that a process has used; not a number where there is no /proc. */
export function cpuSecondsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return Number.NaN;
  }
}
