import type { DeliveryState } from '#/server/platform/db/tables/deliveries.ts';

/** Allowed moves of a delivery (D2); all others are refused. Final states are never left. */
export const DELIVERY_MOVES: Readonly<Record<DeliveryState, readonly DeliveryState[]>> = {
  // done: handed over by hand
  waiting: ['leased', 'cancelled', 'done'],
  // leased: the lease lapsed and the same ledger gets it again; waiting: the game has not begun it
  leased: ['leased', 'waiting', 'cancelling', 'done', 'failed', 'unknown'],
  // its money went back while the game had it
  cancelling: ['cancelled', 'done', 'unknown'],
  failed: ['waiting', 'done', 'cancelled'],
  unknown: ['waiting', 'done', 'cancelled'],
  done: [],
  cancelled: [],
};

/** Whether the table allows the move. */
export const canMove = (from: DeliveryState, to: DeliveryState): boolean => DELIVERY_MOVES[from].includes(to);
