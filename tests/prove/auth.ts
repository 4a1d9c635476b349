import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { startTestDatabase } from '../support/app/postgres.ts';
import { createTestApp } from '../support/app/testApp.ts';
import { proveAccess } from './auth/accessMatrix.ts';
import { compareAnswers, timeAnswers } from './auth/enumeration.ts';
import { tryTakeovers } from './auth/takeovers.ts';
import { brokenBounds, guessEverything } from './auth/authBounds.ts';

/*
 * Attacks on accounts (T13) and on other players' data (T14): one JSON line with the figures; the exit code is 0 only
 * when every bound is met. `--full` guesses ten times as much.
 */

const isFull = process.argv.includes('--full');
const attack = isFull ? { guesses: 10_000, addresses: 500 } : { guesses: 1000, addresses: 50 };
/** Samples of each kind. With fewer, chance alone comes near the bound. */
const samples = isFull ? 2000 : 800;

const startedAt = performance.now();
const database = await startTestDatabase();
try {
  const strict = await createTestApp({ config: { rateLimitScale: 1 } }, database);
  const wide = await createTestApp({}, database);
  const figures = {
    guessing: await guessEverything(strict, attack),
    answers: await compareAnswers(wide),
    times: await timeAnswers(wide, samples),
    access: await proveAccess(wide),
    takeovers: await tryTakeovers(wide),
    invariants: { ...(await brokenInvariants(strict.pool)), ...(await brokenInvariants(wide.pool)) },
  };
  await strict.close();
  await wide.close();
  const broken = brokenBounds(figures);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const { guessing, answers, times, access, takeovers, invariants } = figures;
  console.log(
    JSON.stringify({
      proof: 'auth',
      form: isFull ? 'full' : 'quick',
      seconds,
      ok: broken.length === 0,
      broken,
      T13: { ...attack, guessing, answers, times, samples },
      T14: access,
      takeovers,
      invariants,
    }),
  );
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  await database.stop();
}
