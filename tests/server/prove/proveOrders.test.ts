import { expect, test } from 'vitest';
import { aimAtHotSpots } from '../../prove/money/hotSpots.ts';
import { mixPurchases } from '../../prove/money/mixedPurchases.ts';
import { brokenOrderBounds } from '../../prove/money/orderBounds.ts';
import { provokeWebhooks } from '../../prove/money/webhookChaos.ts';
import { createTestApp } from '../../support/app/testApp.ts';

/* The quick form of `npm run prove:orders`. */

const newSite = () => createTestApp();

test('T1 T2 T7 money in and goods out match, whoever comes at once and however webhooks come', async () => {
  const figures = {
    T1: await mixPurchases(newSite, { clients: 6, operations: 8 }),
    T2: await aimAtHotSpots(newSite, { rounds: 5, parallel: 25 }),
    T7: await provokeWebhooks(newSite, { orders: 28, permutations: 2 }),
  };
  expect(brokenOrderBounds(figures), JSON.stringify(figures)).toEqual([]);
}, 300_000);
