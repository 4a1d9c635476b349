import { startTestDatabase } from '../support/app/postgres.ts';
import { createTestApp } from '../support/app/testApp.ts';
import { aimAtHotSpots } from './money/hotSpots.ts';
import { mixPurchases } from './money/mixedPurchases.ts';
import { brokenOrderBounds } from './money/orderBounds.ts';
import { provokeWebhooks } from './money/webhookChaos.ts';

/*
 * Whether money in and goods out always match: many clients at once (T1), all at the same thing (T2), and webhooks that
 * come twice, late, shuffled and forged (T7). One JSON line with the figures; the exit code is 0 only when every bound is
 * met. `--full` does it at full size.
 */

const isFull = process.argv.includes('--full');

const startedAt = performance.now();
const database = await startTestDatabase();
const newSite = () => createTestApp({}, database);
try {
  const T1 = await mixPurchases(
    newSite,
    isFull ? { clients: 64, operations: 1000 } : { clients: 16, operations: 200 },
  );
  const T2 = await aimAtHotSpots(
    newSite,
    isFull ? { rounds: 100, parallel: 200 } : { rounds: 20, parallel: 100 },
  );
  const T7 = await provokeWebhooks(
    newSite,
    isFull ? { orders: 2000, permutations: 20 } : { orders: 200, permutations: 4 },
  );
  const broken = brokenOrderBounds({ T1, T2, T7 });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const form = isFull ? 'full' : 'quick';
  console.log(
    JSON.stringify({ proof: 'orders', form, seconds, ok: broken.length === 0, broken, T1, T2, T7 }),
  );
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  await database.stop();
}
