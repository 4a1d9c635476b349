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

test('D21 K4 K5 a game put back between two lost ledgers has everything once', async () => {
  const { doubled, lost, stuck, unexplained, wrongLedgers, missed, kills } = await deliverUnderFire(
    () => createTestApp(),
    {
      bridges: { fivem: 'esx', ragemp: 'sql' },
      rounds: 2,
      seed: 7001,
      port: 4146,
      steps: ['after save', 'after started'],
    },
  );
  expect({ doubled, lost, stuck, unexplained, wrongLedgers, missed }).toEqual({
    doubled: [],
    lost: [],
    stuck: [],
    unexplained: [],
    wrongLedgers: [],
    missed: [],
  });
  expect(Object.keys(kills)).toEqual(
    expect.arrayContaining(['K4 fivem/esx put back from a backup', 'K4 ragemp/sql put back from a backup']),
  );
}, 300_000);
