import { and, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import {
  deliveries,
  type DeliveryActor,
  type DeliveryState,
} from '#/server/platform/db/tables/deliveries.ts';
import { coupons } from '#/server/platform/db/tables/prizes.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { canMove } from './deliveryStates.ts';

export type DeliveryRow = typeof deliveries.$inferSelect;

/**
 * Reason and type of deliveries of prizes. Their id is that of the coupon, with a number from the second delivery on.
 */
export const PRIZE_CAUSE = { reason: 'prize', refType: 'coupon' } as const;

/** Actor and reason of a transition, and the other fields that change with it. */
export interface DeliveryMove {
  actor: DeliveryActor;
  reason?: string;
  set?: Partial<
    Pick<
      DeliveryRow,
      | 'readyAt'
      | 'leaseUntil'
      | 'handedTo'
      | 'isDoubtful'
      | 'isBegunAnew'
      | 'outcome'
      | 'detail'
      | 'taken'
      | 'recalledAt'
    >
  >;
}

/** A transition that `deliveryStates.ts` does not allow. */
export class IllegalDeliveryMove extends Error {
  override readonly name = 'IllegalDeliveryMove';
}

/**
 * Moves a locked delivery to another state (D2). The database writes its history.
 * @returns the delivery after the transition
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
      ...(to === 'done' && { doneAt: at, ...(actor === 'game' && { receivedBy: presentCharacter }) }),
      // a waiting delivery belongs to no ledger and no player, and only a waiting one has a ready time
      ...(to === 'waiting' ? { ledgerId: null, leaseUntil: null, handedTo: null } : { readyAt: null }),
      ...set,
    })
    .where(and(eq(deliveries.id, id), eq(deliveries.version, version)))
    .returning();
  if (!moved) throw new Error(`delivery ${id} was moved without a lock`);
  await moveCoupon(tx, moved);
  return moved;
}

/** Name of the character with which the player of a delivery is on the server now. */
const presentCharacter = sql`(SELECT p.name FROM game_presence p WHERE p.account_id = ${deliveries.accountId}
  AND p.server_key = ${deliveries.serverKey} ORDER BY p.seen_at DESC LIMIT 1)`;

/**
 * Updates the coupon of a prize after a transition of its delivery (D14): it is spent when the game has given the
 * prize, and returns when the game never will.
 */
async function moveCoupon(tx: NodePgDatabase, { kind, refType, refId, state }: DeliveryRow): Promise<void> {
  if (refType !== PRIZE_CAUSE.refType || kind !== 'give') return;
  if (state !== 'done' && state !== 'cancelled') return;
  const couponId = Number(refId.split(':', 1)[0]);
  const { rowCount } = await tx
    .update(coupons)
    .set({ state: state === 'done' ? 'delivered' : 'owned' })
    .where(and(eq(coupons.id, couponId), eq(coupons.state, 'claimed')));
  if (rowCount !== 1) throw new Error(`coupon ${couponId} was not on its way`);
}
