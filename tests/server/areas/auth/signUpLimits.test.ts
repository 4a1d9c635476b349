import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ErrorReply } from '#/contract/kernel/errors.ts';
import { countByStatus, signUpForm } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

// every sign-up hashes a password
vi.setConfig({ testTimeout: 120_000 });

const HOUR_MS = 60 * 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ config: { rateLimitScale: 1 } });
});
beforeEach(() => app.pool.query('DELETE FROM budgets'));
afterAll(() => app.close());

let names = 0;
/** Another player each time. */
const signUpFrom = (remoteAddress: string, changes: object = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/v1/auth/register',
    remoteAddress,
    payload: signUpForm(`Fresh${names++}`, changes),
  });

async function statusesOf(addresses: readonly string[]): Promise<Record<number, number>> {
  const replies = [];
  for (const address of addresses) replies.push(await signUpFrom(address));
  return countByStatus(replies);
}
const range = <T>(length: number, of: (at: number) => T): T[] => Array.from({ length }, (_, at) => of(at));

describe('SE9 sign-ups', () => {
  test('of 45 from one address 10 succeed, and the others are told when to try again', async () => {
    const replies = [];
    for (let at = 0; at < 45; at++) replies.push(await signUpFrom('203.0.113.5'));
    expect(countByStatus(replies)).toEqual({ 200: 10, 429: 35 });
    const last = replies.at(-1)!;
    expect([last.json<ErrorReply>().code, last.headers['retry-after']]).toEqual(['tooManyRequests', '3600']);
    app.advanceMs(HOUR_MS);
    expect((await signUpFrom('203.0.113.5')).statusCode).toBe(200);
  });

  test('of 45 at once 10 succeed', async () => {
    const replies = await Promise.all(range(45, () => signUpFrom('203.0.113.6')));
    expect(countByStatus(replies)).toMatchObject({ 200: 10, 429: 35 });
  });

  test('count as well when they are refused', async () => {
    const taken = { email: 'taken@example.org' };
    await signUpFrom('203.0.113.7', taken);
    for (let at = 0; at < 9; at++) expect((await signUpFrom('203.0.113.7', taken)).statusCode).toBe(422);
    expect((await signUpFrom('203.0.113.7')).statusCode).toBe(429);
  });

  test('of one network 40 succeed in a day, and another network is not concerned', async () => {
    expect(await statusesOf(range(50, (at) => `203.0.113.${at}`))).toEqual({ 200: 40, 429: 10 });
    expect((await signUpFrom('203.0.114.1')).statusCode).toBe(200);
    app.advanceMs(23 * HOUR_MS);
    expect((await signUpFrom('203.0.113.99')).statusCode).toBe(429);
    app.advanceMs(HOUR_MS);
    expect((await signUpFrom('203.0.113.99')).statusCode).toBe(200);
  });

  test('of IPv6 count for the /64, and for the /48 around it', async () => {
    expect(await statusesOf(range(12, (at) => `2001:db8:7:1::${at + 1}`))).toEqual({ 200: 10, 429: 2 });
    expect(await statusesOf(range(35, (at) => `2001:db8:7:${at + 100}::1`))).toEqual({ 200: 30, 429: 5 });
    expect((await signUpFrom('2001:db8:8::1')).statusCode).toBe(200);
  });
});
