import { sql } from 'drizzle-orm';

/**
 * SQL condition on `orders r`: paid orders whose country is told by one piece of evidence, by none, or by pieces that
 * contradict each other (O25). An index has these orders.
 */
export const DOUBTFUL = sql`r.currency = 'EUR' AND r.paid_at IS NOT NULL AND r.country_settled_at IS NULL
  AND r.country_pieces < 2`;
