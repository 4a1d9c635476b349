import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { countByStatus } from '../../../support/app/factories.ts';
import { codeOf, resend, signUp, tokensFor, userOf, verify } from '../../../support/access/mailedLinks.ts';
import { createMember } from '../../../support/players/settings.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

// hundreds of requests at once on a busy machine
vi.setConfig({ testTimeout: 120_000 });

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

describe('C2 the mail again', () => {
  test('of 200 parallel requests one sends a mail, and the old link is worth nothing', async () => {
    const player = await signUp(app);
    app.advanceMs(HOUR_MS);
    const replies = await Promise.all(Array.from({ length: 200 }, () => resend(app, player)));
    const refused = replies.filter(({ statusCode }) => statusCode !== 200);
    expect(refused).toHaveLength(199);
    // on a busy machine some find no free connection to the database
    for (const reply of refused) expect(['mailSentRecently', 'busy']).toContain(codeOf(reply));
    const waits = refused.filter(({ statusCode }) => statusCode === 429);
    expect(new Set(waits.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['3600']));
    const tokens = await tokensFor(app, player.email);
    expect(tokens).toHaveLength(2);
    expect(codeOf(await verify(app, player.token))).toBe('verificationInvalid');
    expect((await verify(app, tokens[1] ?? '')).statusCode).toBe(200);
  });

  test('SE9 waits an hour from the sign-up on, and says how long', async () => {
    const player = await signUp(app);
    expect((await userOf(app, player.headers)).resendSeconds).toBe(3600);
    app.advanceMs(24 * MINUTE_MS);
    const early = await resend(app, player);
    expect([early.statusCode, early.headers['retry-after']]).toEqual([429, '2160']);
    expect((await userOf(app, player.headers)).resendSeconds).toBe(2160);
    app.advanceMs(36 * MINUTE_MS);
    const reply = await resend(app, player);
    expect([reply.statusCode, reply.json()]).toEqual([200, { resendSeconds: 3600 }]);
    expect((await userOf(app, player.headers)).resendSeconds).toBe(3600);
  });

  test('SE9 comes 10 times a day for a mailbox, and the sign-up counts', async () => {
    const player = await signUp(app);
    const statuses = [];
    for (let at = 0; at < 12; at++) {
      app.advanceMs(HOUR_MS);
      statuses.push((await resend(app, player)).statusCode);
    }
    expect(statuses).toEqual([...Array<number>(9).fill(200), 429, 429, 429]);
    app.advanceMs(24 * HOUR_MS);
    expect((await resend(app, player)).statusCode).toBe(200);
  });

  test('comes 20 times a day for a network address, and what is refused costs the mailbox nothing', async () => {
    const strict = await createSibling(app, { config: { rateLimitScale: 1 } });
    await app.pool.query('DELETE FROM budgets');
    const players = [];
    for (let at = 0; at < 22; at++) players.push(await createMember(app, { isVerified: false }));
    const replies = [];
    for (const player of players) replies.push(await resend(strict, player));
    expect(countByStatus(replies)).toEqual({ 200: 20, 429: 2 });
    const { rows } = await app.pool.query<{ count: string }>(
      `SELECT count(*) FROM budgets WHERE name = 'mailHour'`,
    );
    expect(rows[0]?.count).toBe('20');
    await strict.close();
  });

  test('is refused when the address is confirmed', async () => {
    const player = await signUp(app);
    await verify(app, player.token);
    app.advanceMs(10 * MINUTE_MS);
    const reply = await resend(app, player);
    expect([reply.statusCode, codeOf(reply)]).toEqual([409, 'emailVerifiedAlready']);
  });

  test('needs a session', async () => {
    expect((await resend(app, { headers: { authorization: 'Bearer none' } })).statusCode).toBe(401);
  });
});
