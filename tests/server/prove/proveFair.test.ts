import { expect, test } from 'vitest';
import { brokenFairBounds, playAndVerify } from '../../prove/fair/bounds.ts';
import { createTestApp } from '../../support/app/testApp.ts';

/* The quick form of `npm run prove:fair`. */

test('PF1 FA2 a stranger draws every prize again from public calls, and finds every lie', async () => {
  const form = { players: 2, singles: 2, hundreds: 1, proofOfEvery: 25 };
  const site = await createTestApp();
  const figure = await playAndVerify(site, form);
  await site.close();
  expect(brokenFairBounds(figure, form), JSON.stringify(figure)).toEqual([]);
}, 300_000);
