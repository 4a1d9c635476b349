import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { ErrorCode } from '#/contract/kernel/errors.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import { lockOrder, type OrderRow } from './moveOrder.ts';

/** An operation that the order does not allow. Its message is a sentence for the shell, its code is for the browser. */
export class OrderRefusal extends Error {
  override readonly name = 'OrderRefusal';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Locks the order that an operator names. @throws OrderRefusal */
export async function lockNamed(tx: NodePgDatabase, publicId: string): Promise<OrderRow> {
  const order = await lockOrder(tx, eq(orders.publicId, publicId));
  if (!order) throw new OrderRefusal('notFound', `There is no order ${publicId}.`);
  return order;
}
