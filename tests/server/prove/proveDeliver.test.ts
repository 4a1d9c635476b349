import { expect, test } from 'vitest';
import { brokenDeliverBounds } from '../../prove/deliverBounds.ts';
import { deliverUnderFire } from '../../prove/deliverRun.ts';
import { createTestApp } from '../../support/app/testApp.ts';

/* The quick form of `npm run prove:deliver`, with a seed of its own. */

test('D21 K1 K2 K3 K4 K5 K6 K7 K8 K9 site and games hand over everything once, whatever is killed, lost and forged', async () => {
  const figure = await deliverUnderFire(() => createTestApp(), {
    bridges: { fivem: 'qb', ragemp: 'events' },
    rounds: 1,
    seed: 20_261_123,
    port: 4148,
    sitePoints: ['after the lease', 'before the result'],
  });
  expect(brokenDeliverBounds(figure), JSON.stringify(figure)).toEqual([]);
}, 300_000);
