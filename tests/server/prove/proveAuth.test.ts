import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { proveAccess } from '../../prove/auth/accessMatrix.ts';
import { brokenBounds, guessEverything } from '../../prove/auth/authBounds.ts';
import { compareAnswers } from '../../prove/auth/enumeration.ts';
import { tryTakeovers } from '../../prove/auth/takeovers.ts';
import { createTestApp, type TestApp } from '../../support/app/testApp.ts';

/*
 * The quick form of `npm run prove:auth`: several times as many guesses as any rate limit allows. The times of answers are
 * left out, because other work on the machine would move them.
 */

const ATTACK = { guesses: 150, addresses: 15 };

let strict: TestApp;
let wide: TestApp;

beforeAll(async () => {
  strict = await createTestApp({ config: { rateLimitScale: 1 } });
  wide = await createTestApp();
});
afterAll(async () => {
  await strict.close();
  await wide.close();
});

test('T13 T14 of 150 guesses at each secret exactly as many as the rate limit allows are evaluated; nobody reaches what belongs to another', async () => {
  const figures = {
    guessing: await guessEverything(strict, ATTACK),
    answers: await compareAnswers(wide),
    access: await proveAccess(wide),
    takeovers: await tryTakeovers(wide),
    invariants: { ...(await brokenInvariants(strict.pool)), ...(await brokenInvariants(wide.pool)) },
  };
  expect(brokenBounds(figures), JSON.stringify(figures)).toEqual([]);
  // the proof has looked at everything
  expect(figures.access.cells).toBeGreaterThan(450);
  expect(figures.takeovers.attacks).toBe(4);
  expect(figures.guessing.passwords.sent).toBe(ATTACK.guesses);
}, 900_000);
