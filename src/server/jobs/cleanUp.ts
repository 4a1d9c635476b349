import type { Deps } from '#/server/platform/kernel/deps.ts';
import { endUselessMails } from '#/server/platform/mail/endUselessMails.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Rows deleted by one statement, so that none holds its locks for long. */
const BATCH = 1000;

/** Time for which a cart without an order is kept after it has expired. */
const CARTS_KEPT_MS = DAY_MS;
/** Order of a cart. As an expression it is looked up for each cart, and never joined with all orders. */
const ORDER_OF_CART = '(SELECT id FROM orders WHERE cart_id = carts.id)';

/**
 * Deleted rows: the table, the time expression of a row, the time for which it is kept afterwards, and an optional
 * condition.
 */
const RULES: readonly [table: string, time: string, keptMs: number, isDone?: string][] = [
  ['sessions', 'coalesce(ended_at, expires_at)', 30 * DAY_MS],
  ['idempotency', 'created_at', 2 * DAY_MS],
  ['operator_idempotency', 'created_at', 2 * DAY_MS],
  // the networks of an operator count as known for this long
  ['operator_sessions', 'coalesce(ended_at, expires_at)', 90 * DAY_MS],
  ['operator_invitations', 'expires_at', 0],
  ['export_tickets', 'expires_at', DAY_MS],
  ['operator_spent', 'ends_at', DAY_MS],
  ['approvals', 'coalesce(decided_at, expires_at)', 90 * DAY_MS],
  ['request_keys', 'created_at', 2 * DAY_MS],
  ['budgets', 'resets_at', 0],
  // kept for a while, so that a used link can still report its effect
  ['email_tokens', 'expires_at', 7 * DAY_MS],
  ['link_codes', 'expires_at', 0],
  ['email_changes', 'expires_at', 0],
  ['password_resets', 'expires_at', DAY_MS],
  ['passkey_challenges', 'expires_at', 0],
  ['spent_captchas', 'expires_at', HOUR_MS],
  // `markOrderedCarts` marks those to keep
  ['carts', 'expires_at', CARTS_KEPT_MS, `NOT is_ordered AND ${ORDER_OF_CART} IS NULL`],
  ['two_factor_setups', 'created_at', 10 * MINUTE_MS],
  ['known_devices', 'last_seen_at', 400 * DAY_MS],
  // the peak is kept
  [
    'online_samples',
    'at',
    90 * DAY_MS,
    'at <> (SELECT at FROM online_samples ORDER BY online DESC, at LIMIT 1)',
  ],
  ['player_news', 'at', 90 * DAY_MS],
  ['mail_queue', 'coalesce(sent_at, failed_at)', 30 * DAY_MS],
  // kept as long as a real provider would still accept a refund or a dispute
  ['sandbox_payments', 'created_at', 400 * DAY_MS],
  ['sandbox_webhooks', 'coalesce(sent_at, failed_at)', 400 * DAY_MS],
];

/**
 * Deletes rows that are no longer needed, and the content of mails that are of no more use. If this fails for one table, the
 * others still get their turn.
 * @throws Error at the end, with the number of failures
 */
export async function cleanUp(deps: Deps): Promise<void> {
  const failures: unknown[] = [];
  const onFault = (table: string) => (error: unknown) => {
    deps.log.error({ err: error, table }, 'a table was not cleaned up');
    failures.push(error);
  };
  await endUselessMails(deps).catch(onFault('mail_queue'));
  await markOrderedCarts(deps).catch(onFault('carts'));
  for (const rule of RULES) await deleteRows(deps, rule).catch(onFault(rule[0]));
  if (failures.length > 0)
    throw new Error(`${failures.length} tables were not cleaned up`, { cause: failures[0] });
}

type CleanUpDeps = Pick<Deps, 'pool' | 'now' | 'stopping'>;

async function deleteRows(
  deps: CleanUpDeps,
  [table, time, keptMs, isDone = 'true']: (typeof RULES)[number],
): Promise<void> {
  await inBatches(deps, keptMs, `DELETE FROM ${table} WHERE ${batchOf(table, `${time} < $1 AND ${isDone}`)}`);
}

/**
 * Marks the carts that are old enough to be deleted but have an order. They leave the index of carts to clean up, so
 * that each is looked at once, and not every hour for ever.
 */
async function markOrderedCarts(deps: CleanUpDeps): Promise<void> {
  const where = batchOf('carts', `expires_at < $1 AND NOT is_ordered AND ${ORDER_OF_CART} IS NOT NULL`);
  await inBatches(deps, CARTS_KEPT_MS, `UPDATE carts SET is_ordered = true WHERE ${where}`);
}

const batchOf = (table: string, where: string): string =>
  `ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE ${where} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`;

/** Runs a statement on rows that are old enough until no batch is full. */
async function inBatches(deps: CleanUpDeps, keptMs: number, statement: string): Promise<void> {
  const until = new Date(deps.now().getTime() - keptMs);
  for (let done = BATCH; done === BATCH && !deps.stopping?.aborted;)
    done = (await deps.pool.query(statement, [until])).rowCount ?? 0;
}
