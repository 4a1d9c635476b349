import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { OrderPayment } from '#/server/domain/orders/orderPayments.ts';
import type { Localised } from '#/server/platform/db/tables/columns.ts';

type Names = Record<string, Localised> | null;

/** Names of the things that an order refers to. Null for a name that the catalogue does not know. */
export interface OrderNames {
  methodOf: (name: string | null) => Localised | null;
  caseOf: (id: number) => Localised | null;
}

/** Reads the titles of payment methods and the names of cases, also of withdrawn ones. */
export async function orderNames(
  db: NodePgDatabase,
  payments: readonly OrderPayment[],
  caseIds: Iterable<number>,
): Promise<OrderNames> {
  const methods = payments.flatMap(({ paymentMethodName: name }) => (name === null ? [] : [name]));
  const cases = [...caseIds];
  if (methods.length === 0 && cases.length === 0) return { methodOf: () => null, caseOf: () => null };
  const { rows } = await db.execute<Record<'methods' | 'cases', Names>>(sql`SELECT
    (SELECT json_object_agg(name, titles) FROM payment_methods WHERE name = ANY(${sql.param(methods)}::text[])) AS methods,
    (SELECT json_object_agg(id, names) FROM cases WHERE id = ANY(${sql.param(cases)}::int[])) AS cases`);
  const [found] = rows;
  return {
    methodOf: (name) => (name === null ? null : (found?.methods?.[name] ?? null)),
    caseOf: (id) => found?.cases?.[id] ?? null,
  };
}
