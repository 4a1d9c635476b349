import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { OrderPayment } from '#/server/domain/orders/orderPayments.ts';
import type { Localised } from '#/server/platform/db/tables/columns.ts';
import type { Place } from '#/server/ports/payments.ts';

type Names = Record<string, Localised>;

/** What an order refers to, and its failed refunds. Null for a name that the catalogue does not know. */
export interface NamesAndPlaces {
  methodOf: (name: string | null) => Localised | null;
  caseOf: (id: number) => Localised | null;
  /** Evidence of the buyer's country. */
  places: Place[];
  /** Time at which a refund of a payment failed (ISO 8601). Null if none did, or somebody has dealt with it. */
  refundFailedAt: (payment: OrderPayment) => string | null;
}

/** Reads the titles of payment methods and the names of cases, also of withdrawn ones, with the order's places and failed refunds. */
export async function namesAndPlaces(
  db: NodePgDatabase,
  { id }: { id: number },
  { payments, caseIds }: { payments: readonly OrderPayment[]; caseIds: Iterable<number> },
): Promise<NamesAndPlaces> {
  const wanted = payments.map(({ paymentMethodName }) => paymentMethodName);
  const { rows } = await db.execute<{
    methods: Names;
    cases: Names;
    places: Place[];
    failed: (Pick<OrderPayment, 'provider' | 'paymentRef'> & { at: string })[];
  }>(sql`SELECT
    (SELECT coalesce(json_object_agg(name, titles), '{}') FROM payment_methods
      WHERE name = ANY(${sql.param(wanted)}::text[])) AS methods,
    (SELECT coalesce(json_object_agg(id, names), '{}') FROM cases
      WHERE id = ANY(${sql.param([...caseIds])}::bigint[])) AS cases,
    (SELECT coalesce(json_agg(json_build_object('kind', kind, 'country', country) ORDER BY kind), '[]')
      FROM order_places WHERE order_id = ${id}) AS places,
    (SELECT coalesce(json_agg(json_build_object('provider', provider, 'paymentRef', payment_ref, 'at', failed_at)), '[]')
      FROM failed_refunds WHERE order_id = ${id}) AS failed`);
  const { methods, cases, places, failed } = rows[0]!;
  return {
    methodOf: (name) => (name === null ? null : (methods[name] ?? null)),
    caseOf: (caseId) => cases[caseId] ?? null,
    places,
    refundFailedAt: ({ provider, paymentRef }) => {
      const found = failed.find((one) => one.provider === provider && one.paymentRef === paymentRef);
      return found ? new Date(found.at).toISOString() : null;
    },
  };
}
