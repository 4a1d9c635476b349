import type { DeliveryState } from '#/server/platform/db/tables/deliveries.ts';

/** Allowed transitions of a delivery (D2); all others are refused. Final states have none. */
export const DELIVERY_MOVES: Readonly<Record<DeliveryState, readonly DeliveryState[]>> = {
  // done: an operator handed it over
  waiting: ['leased', 'cancelled', 'done'],
  // leased: the lease lapsed and the same ledger gets it again; waiting: the game has not begun it
  leased: ['leased', 'waiting', 'cancelling', 'done', 'failed', 'unknown'],
  // the payment was refunded while the game had the delivery
  cancelling: ['cancelled', 'done', 'unknown'],
  failed: ['waiting', 'done', 'cancelled'],
  unknown: ['waiting', 'done', 'cancelled'],
  done: [],
  cancelled: [],
};

/** Whether the table allows the transition. */
export const canMove = (from: DeliveryState, to: DeliveryState): boolean => DELIVERY_MOVES[from].includes(to);
