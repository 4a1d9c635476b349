import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import type { HttpLimits } from '#/server/platform/http/httpServer.ts';
import { openRaw } from './rawRequests.ts';
import type { TestApp } from './testApp.ts';

const NEVER_MS = 2 ** 30;
/** Limits that do not end slow requests. */
export const SLOW_BODIES: HttpLimits = {
  headersMs: NEVER_MS,
  requestMs: NEVER_MS,
  stalledMs: NEVER_MS,
  answerMs: NEVER_MS,
  keepAliveMs: NEVER_MS,
  lingerMs: 50,
  checkEveryMs: NEVER_MS,
};

interface Late {
  method: string;
  path: string;
  headers: Record<string, string>;
}

/**
 * Sends a request whose empty JSON body lacks its last byte, and waits until the server has found the session of its
 * caller, which it notes in the table.
 * @returns sends the last byte, and reads the answer
 */
export async function lateRequest(
  { app, pool, deps }: TestApp,
  table: 'sessions' | 'operator_sessions',
  { method, path, headers }: Late,
): Promise<() => Promise<string>> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const now = deps.now();
  await pool.query(`UPDATE ${table} SET last_seen_at = $1::timestamptz - interval '6 minutes'`, [now]);
  const head = { host: 'x', connection: 'close', 'content-type': 'application/json', ...headers };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  const start = `${method} ${path} HTTP/1.1\r\n${lines.join('')}content-length: 2\r\n\r\n{`;
  const { socket, received, isClosed } = await openRaw((app.server.address() as AddressInfo).port, start);
  await expect
    .poll(
      async () => {
        const seen = await pool.query(`SELECT FROM ${table} WHERE last_seen_at = $1`, [now]);
        return [received(), seen.rowCount];
      },
      { interval: 5 },
    )
    .toEqual(['', 1]);
  return async () => {
    socket.write('}');
    await expect.poll(isClosed, { interval: 5 }).toBe(true);
    socket.destroy();
    return received();
  };
}
