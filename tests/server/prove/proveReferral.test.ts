import { expect, test } from 'vitest';
import { brokenGainsBounds, tryToGain } from '../../prove/money/referralGains.ts';
import { createTestApp } from '../../support/app/testApp.ts';

/* The quick form of `npm run prove:referral`. */

test('SE4 invented accounts earn nothing that their payments do not carry, and honest ones what was promised', async () => {
  const figure = await tryToGain(() => createTestApp(), { accounts: 80 });
  expect(brokenGainsBounds(figure), JSON.stringify(figure)).toEqual([]);
}, 300_000);
