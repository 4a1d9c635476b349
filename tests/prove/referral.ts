import { startTestDatabase } from '../support/app/postgres.ts';
import { createTestApp } from '../support/app/testApp.ts';
import { brokenGainsBounds, tryToGain } from './money/referralGains.ts';

/*
 * Whether the referral programme ever gives more than payments carry: 500 invented accounts charge back, take refunds in
 * parts, pay for themselves, invite each other and close their accounts, while the jobs run in two processes. One JSON
 * line with the figures; the exit code is 0 only when every bound is met.
 */

const startedAt = performance.now();
const database = await startTestDatabase();
try {
  const figure = await tryToGain(() => createTestApp({}, database), { accounts: 500 });
  const broken = brokenGainsBounds(figure);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(
    JSON.stringify({
      proof: 'referral',
      seconds,
      ok: broken.length === 0,
      brokenBounds: broken,
      ...figure,
    }),
  );
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  await database.stop();
}
