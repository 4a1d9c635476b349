import { type SQL, sql } from 'drizzle-orm';
import { gradeOf } from '#/contract/operator/people/permissions.ts';
import { type Hit, SEARCH_MAX_HITS } from '#/contract/operator/search.ts';
import type { OperatorSession } from '#/server/domain/operators/operatorSessions.ts';
import { typedOrderNumber } from '#/server/domain/orders/orderNumber.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { PROVIDERS } from '#/server/ports/payments.ts';

const MOST = sql.raw(`LIMIT ${SEARCH_MAX_HITS}`);

const ORDER = sql`SELECT 'order' AS kind, o.public_id AS id,
    concat_ws(' · ', o.number, a.login || '@' || a.server_key, o.state,
      CASE o.currency WHEN 'OC' THEN o.total_coins || ' OC' ELSE round(o.total_cents / 100.0, 2) || ' EUR' END) AS words,
    NULL::int AS player
  FROM orders o JOIN accounts a ON a.id = o.account_id`;
const PLAYER = sql`SELECT 'player' AS kind, a.id::text AS id, a.login || '@' || a.server_key AS words,
    NULL::int AS player FROM accounts a`;
const DELIVERY = sql`SELECT 'delivery' AS kind, d.id::text AS id, concat_ws(' · ', d.code, d.state) AS words,
    NULL::int AS player FROM deliveries d`;

/** Conditions for the fields that can be searched. */
const byText = (text: string): SQL[] => [
  sql`${ORDER} WHERE o.public_id = ${text}`,
  sql`${ORDER} WHERE o.number = ${typedOrderNumber(text) ?? null}`,
  sql`${ORDER} WHERE o.provider IN ${[...PROVIDERS]} AND o.payment_ref = ${text} ${MOST}`,
  sql`${ORDER} JOIN replaced_payments r ON r.order_id = o.id
    WHERE r.provider IN ${[...PROVIDERS]} AND r.payment_ref = ${text} ${MOST}`,
  sql`${PLAYER} WHERE a.user_promo_code IN (${text}, ${text.toUpperCase()})`,
  sql`${PLAYER} WHERE a.id IN (SELECT l.account_id FROM game_links l
    WHERE l.player = ${text} OR l.character = ${text} ${MOST})`,
  sql`${DELIVERY} WHERE d.public_id = ${text}`,
  sql`SELECT 'discountOrders' AS kind, c.code AS id, c.code AS words, NULL::int AS player FROM discount_codes c
    WHERE c.code = ${text.toUpperCase()}`,
];

/** A code of a batch has a page of its own, which leads to its batch. */
const byDiscount = (text: string): SQL =>
  sql`SELECT 'discount' AS kind, c.id::text AS id, c.code AS words, NULL::int AS player FROM discount_codes c
    WHERE c.code = ${text.toUpperCase()}`;

const byNumber = (id: number): SQL[] => [
  sql`${PLAYER} WHERE a.id = ${id}`,
  sql`${DELIVERY} WHERE d.id = ${id}`,
  sql`SELECT 'coupon' AS kind, c.id::text AS id, concat_ws(' · ', a.login || '@' || a.server_key, c.state) AS words,
    a.id::float8 AS player FROM coupons c JOIN accounts a ON a.id = c.account_id WHERE c.id = ${id}`,
  sql`SELECT 'draw' AS kind, d.id::text AS id, concat_ws(' · ', a.login || '@' || a.server_key, d.nonce) AS words,
    a.id::float8 AS player FROM draws d JOIN fair_epochs e ON e.id = d.epoch_id JOIN accounts a ON a.id = e.account_id WHERE d.id = ${id}`,
];

/** The exact login comes before logins that begin with the text. LIKE wildcards are escaped. */
function byLogin(text: string): SQL[] {
  const login = text.toLowerCase();
  const pattern = `${login.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return [
    sql`${PLAYER} WHERE lower(a.login) = ${login} ${MOST}`,
    sql`${PLAYER} WHERE lower(a.login) LIKE ${pattern} ${MOST}`,
  ];
}

/**
 * Finds anything that a player may quote: an order or its payment, a login or its beginning, a promo code, a player
 * or a character of a game, the number of a delivery, coupon or draw, a discount code (O10). Each search uses an
 * index. The page of a discount code is found by those who may open it.
 */
export async function search(
  { db }: Pick<Deps, 'db'>,
  quoted: string,
  { role }: Pick<OperatorSession, 'role'>,
): Promise<{ hits: Hit[] }> {
  // numbers are shown, and so quoted, as "№ 12"
  const text = quoted.replace(/^[№#]\s*(?=\S)/u, '');
  const parts = [
    ...(gradeOf(role, 'discounts.edit') === 'no' ? [] : [byDiscount(text)]),
    ...byText(text),
    ...(/^[1-9]\d{0,14}$/.test(text) ? byNumber(Number(text)) : []),
    ...byLogin(text),
  ];
  const all = sql.join(
    parts.map((part) => sql`(${part})`),
    sql` UNION ALL `,
  );
  const { rows } = await db.execute<Hit & Record<string, unknown>>(all);
  const hits = new Map(
    rows.map(({ kind, id, words, player }) => [`${kind} ${id}`, { kind, id, words, player }]),
  );
  return { hits: [...hits.values()].slice(0, SEARCH_MAX_HITS) };
}
