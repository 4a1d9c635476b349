import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { OrderRow } from '#/server/domain/orders/moveOrder.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

/** Finds an order by its public id. @throws AppError notFound */
export async function findOrder(db: NodePgDatabase, publicId: string): Promise<OrderRow> {
  const [order] = await db.select().from(orders).where(eq(orders.publicId, publicId));
  return order ?? fail('notFound');
}
