import { expect, test } from 'vitest';
import { brokenCrashBounds, crashAgainAndAgain } from '../../prove/money/crashCycles.ts';
import { createTestApp } from '../../support/app/testApp.ts';

/* The quick form of `npm run prove:crash`. */

test('T4 a server that is killed over payments and purchases loses nothing and does nothing twice', async () => {
  const site = await createTestApp();
  const figure = await crashAgainAndAgain(site, { cycles: 3, port: 4138 });
  expect(brokenCrashBounds(figure), JSON.stringify(figure)).toEqual([]);
  await site.close();
}, 300_000);
