import { expect, test } from 'vitest';
import { brokenDeliverBounds } from '../../prove/deliver/bounds.ts';
import { isUncertain } from '../../prove/deliver/ledgers.ts';
import { deliverUnderFire } from '../../prove/deliver/run.ts';
import { createTestApp } from '../../support/app/testApp.ts';

/* The quick form of `npm run prove:deliver`, with a seed of its own. */

test(
  'D21 K1 K2 K3 K4 K5 K6 K7 K8 K9 site and games hand over everything once, whatever is killed, lost and forged',
  async () => {
    const figure = await deliverUnderFire(() => createTestApp(), {
      bridges: { fivem: 'qb', ragemp: 'events' },
      rounds: 1,
      seed: 20_261_123,
      sitePoints: ['after the lease', 'before the result'],
    });
    expect(brokenDeliverBounds(figure), JSON.stringify(figure)).toEqual([]);
  },
  30 * 60_000,
);

test.each([
  { isDoubtful: false, state: 'started', is: true },
  { isDoubtful: true, state: 'started', is: true },
  { isDoubtful: true, state: undefined, is: true },
  { isDoubtful: true, state: 'done', is: false },
  { isDoubtful: false, state: 'done', is: false },
  { isDoubtful: false, state: undefined, is: false },
] as const)(
  'D21 K4 whether a copy of the game has a delivery is uncertain: $is ($state in the ledger, doubtful: $isDoubtful)',
  ({ isDoubtful, state, is }) => {
    const other = { no: 1, state: 'started' } as const;
    const entries = state ? [other, { no: 2, state }] : [other];
    expect(isUncertain({ id: 2, isDoubtful }, entries)).toBe(is);
  },
);
