import { deliveries, type DeliveryState } from '#/server/platform/db/tables/deliveries.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { moveDelivery, type DeliveryRow } from '#/server/domain/deliveries/moveDelivery.ts';
import { asc, eq } from 'drizzle-orm';
import type { TestApp } from '../app/testApp.ts';

/** The transitions that bring a waiting delivery into each state. */
const PATHS: Record<DeliveryState, readonly DeliveryState[]> = {
  waiting: [],
  leased: ['leased'],
  cancelling: ['leased', 'cancelling'],
  done: ['leased', 'done'],
  cancelled: ['cancelled'],
  failed: ['leased', 'failed'],
  unknown: ['leased', 'unknown'],
};

/** Moves a waiting delivery into a state, as the game would. */
export async function bringTo(app: TestApp, id: number, state: DeliveryState): Promise<void> {
  const at = app.deps.now();
  const leaseUntil = new Date(at.getTime() + 60_000);
  for (const to of PATHS[state]) {
    if (to === 'leased') {
      const lease = { state: to, ledgerId: 'test-ledger', attempt: 1, leaseUntil, readyAt: null };
      await app.deps.db.update(deliveries).set(lease).where(eq(deliveries.id, id));
      continue;
    }
    const set = to === 'cancelling' ? { recalledAt: at } : {};
    await withTx(app.pool, async (tx) => {
      const [row] = await tx.select().from(deliveries).where(eq(deliveries.id, id)).for('update');
      await moveDelivery(tx, app.deps, row!, to, { actor: 'game', set });
    });
  }
}

/** The deliveries of an account, the oldest first. */
export const deliveriesOf = (app: TestApp, accountId: number): Promise<DeliveryRow[]> =>
  app.deps.db
    .select()
    .from(deliveries)
    .where(eq(deliveries.accountId, accountId))
    .orderBy(asc(deliveries.id));

/** Deliveries that are counted, for example "give 1 unban waiting", the oldest first; facts are left out. */
export async function goodsInGame(app: TestApp, accountId: number): Promise<string[]> {
  const rows = await deliveriesOf(app, accountId);
  return rows
    .filter(({ kind }) => kind !== 'set')
    .map(({ kind, count, code, state }) => `${kind} ${count} ${code} ${state}`);
}
