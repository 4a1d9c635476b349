import { asc, eq } from 'drizzle-orm';
import type { DeliveryReply } from '#/contract/operator/deliveries.ts';
import { readDelivery } from '#/server/domain/deliveries/deliveryList.ts';
import { stageFor } from '#/server/domain/deliveries/playerDeliveries.ts';
import { deliveries } from '#/server/platform/db/tables/deliveries.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { deliveryTimeline } from './deliveryTimeline.ts';
import { shownRow } from './listDeliveries.ts';

/** Shows everything about a delivery (D19). @throws AppError notFound */
export async function showDelivery(deps: Pick<Deps, 'db' | 'now'>, no: number): Promise<DeliveryReply> {
  const { db } = deps;
  const found = await readDelivery(db, no);
  if (!found) return fail('notFound');
  const { row } = found;
  const back = await db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(eq(deliveries.revokesId, no))
    .orderBy(asc(deliveries.id));
  const { handedTo } = row;
  return {
    ...shownRow(found),
    stage: await stageFor(deps, no),
    params: { ...row.params },
    needsOnline: row.needsOnline,
    cause: { reason: row.reason, type: row.refType, id: row.refId },
    ledger: row.ledgerId,
    isDoubtful: row.isDoubtful,
    leaseUntil: row.leaseUntil?.toISOString() ?? null,
    detail: row.detail,
    doneAt: row.doneAt?.toISOString() ?? null,
    moneyBackAt: row.moneyBackAt?.toISOString() ?? null,
    handedTo: handedTo && (handedTo.name ?? handedTo.character ?? handedTo.player),
    receivedBy: row.receivedBy,
    taken: row.taken,
    revokes: row.revokesId,
    revokedBy: back.map(({ id }) => id),
    timeline: await deliveryTimeline(db, row),
  };
}
