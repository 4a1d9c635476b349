import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { isCountry } from '#/contract/kernel/countries.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { Place } from '#/server/ports/payments.ts';

/**
 * Stores evidence of the country of an order's buyer (O25). Requires that the order is locked. The newest piece of a kind
 * counts. The country of the order is the one that all pieces name, unless an operator has settled it.
 */
export async function notePlaces(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  orderId: number,
  places: readonly Place[],
): Promise<void> {
  const newest = new Map(
    places.filter(({ country }) => isCountry(country)).map(({ kind, country }) => [kind, country]),
  );
  if (newest.size === 0) return;
  const rows = [...newest].map(
    ([kind, country]) => sql`(${orderId}::bigint, ${kind}, ${country}, ${now()}::timestamptz)`,
  );
  await tx.execute(sql`INSERT INTO order_places AS p (order_id, kind, country, created_at)
    VALUES ${sql.join(rows, sql`, `)}
    ON CONFLICT (order_id, kind) DO UPDATE SET country = excluded.country, created_at = excluded.created_at
    WHERE p.country <> excluded.country`);
  await tx.execute(sql`UPDATE orders SET buyer_country = agreed.country, country_pieces = agreed.pieces
    FROM (SELECT CASE WHEN count(DISTINCT country) = 1 THEN min(country) END AS country,
        CASE WHEN count(DISTINCT country) = 1 THEN count(*) ELSE 0 END AS pieces
      FROM order_places WHERE order_id = ${orderId}) agreed
    WHERE id = ${orderId} AND country_settled_at IS NULL`);
}
