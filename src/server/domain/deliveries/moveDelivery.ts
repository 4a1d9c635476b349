import { and, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import {
  deliveries,
  type DeliveryActor,
  type DeliveryState,
} from '#/server/platform/db/tables/deliveries.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { canMove } from './deliveryStates.ts';

export type DeliveryRow = typeof deliveries.$inferSelect;

/** Who moves a delivery and why, and what else changes with the move. */
export interface DeliveryMove {
  actor: DeliveryActor;
  reason?: string;
  set?: Partial<
    Pick<
      DeliveryRow,
      'readyAt' | 'leaseUntil' | 'isDoubtful' | 'isBegunAnew' | 'outcome' | 'detail' | 'taken' | 'recalledAt'
    >
  >;
}

/** A move that `deliveryStates.ts` does not allow. */
export class IllegalDeliveryMove extends Error {
  override readonly name = 'IllegalDeliveryMove';
}

/**
 * Moves a locked delivery to another state (D2). The database writes its history.
 * @returns the delivery after the move
 * @throws IllegalDeliveryMove
 */
export async function moveDelivery(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  { id, state, version }: Pick<DeliveryRow, 'id' | 'state' | 'version'>,
  to: DeliveryState,
  { actor, reason = '', set }: DeliveryMove,
): Promise<DeliveryRow> {
  if (!canMove(state, to)) throw new IllegalDeliveryMove(`delivery ${id} cannot go from ${state} to ${to}`);
  const at = now();
  const [moved] = await tx
    .update(deliveries)
    .set({
      state: to,
      movedBy: actor,
      moveReason: reason,
      movedAt: at,
      ...(to === 'done' && { doneAt: at }),
      // what waits belongs to no ledger, and only what waits can be ready
      ...(to === 'waiting' ? { ledgerId: null, leaseUntil: null } : { readyAt: null }),
      ...set,
    })
    .where(and(eq(deliveries.id, id), eq(deliveries.version, version)))
    .returning();
  if (!moved) throw new Error(`delivery ${id} was moved without a lock`);
  return moved;
}
