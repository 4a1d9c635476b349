import { type SQL, sql } from 'drizzle-orm';
import {
  MAIL_ACTS,
  type MailFilters,
  type MailRow,
  MAILS_BULK_MOST,
  type MatchingMailsQuery,
} from '#/contract/operator/mails.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { maskedEmail } from '#/server/platform/kernel/maskedName.ts';
import { MAIL_RULES } from '#/server/platform/mail/mailRules.ts';
import { openMail } from '#/server/platform/mail/mails.ts';
import { allows, inState, stateOf } from './mailStates.ts';

type ListDeps = Pick<Deps, 'db' | 'now' | 'secretKey'>;
const DAY_MS = 24 * 60 * 60_000;

type Found = Record<string, unknown> &
  Pick<MailRow, 'id' | 'kind' | 'state' | 'attempts' | 'error' | 'order' | 'orderNumber' | 'acts'> & {
    cause: string;
    content: Buffer | null;
    createdAt: Date;
    runAt: Date;
    sentAt: Date | null;
    failedAt: Date | null;
    accountId: number | null;
    login: string | null;
  };

/** SQL: a column of the order that the mail `q` is about. */
export const ofOrder = (
  column: 'public_id' | 'number',
) => sql`(SELECT o.${sql.identifier(column)} FROM orders o
  WHERE q.kind IN ('receipt', 'orderRefunded', 'orderRefundFailed')
    AND o.id = CASE WHEN split_part(q.cause, ':', 2) ~ '^[0-9]{1,18}$' THEN split_part(q.cause, ':', 2)::bigint END)`;

const columns = (at: Date) => sql`q.id::float8, q.kind, ${stateOf(at)} AS state, q.cause, q.attempts,
  q.content_encrypted AS content, q.created_at AS "createdAt", q.run_at AS "runAt", q.sent_at AS "sentAt",
  q.failed_at AS "failedAt", q.last_error AS error, a.id::float8 AS "accountId", a.login, ${ofOrder('public_id')} AS order,
  ${ofOrder('number')} AS "orderNumber",
  ARRAY(SELECT act FROM (VALUES ${sql.join(
    MAIL_ACTS.map((act) => sql`(${act}, ${allows(act, at)})`),
    sql`, `,
  )}) AS possible (act, is_allowed) WHERE is_allowed) AS acts`;

interface Place {
  /** Mails older than id `before`, or newer than id `after`. Without both, the newest. */
  before?: number | undefined;
  after?: number | undefined;
  limit: number;
}

/** Lists mails, the newest first; with `after`, the oldest of the newer ones first (O32). */
export async function readMails(
  deps: ListDeps,
  filters: MailFilters,
  { before, after, limit }: Place,
): Promise<MailRow[]> {
  const at = deps.now();
  const isForwards = after !== undefined;
  const order = isForwards ? sql`ASC` : sql`DESC`;
  const { rows } = await deps.db.execute<Found>(sql`
    WITH q AS (SELECT * FROM mail_queue q WHERE ${whereOf(filters, at, [
      before !== undefined && sql`q.id < ${before}`,
      isForwards && sql`q.id > ${after}`,
    ])} ORDER BY q.id ${order} LIMIT ${limit})
    SELECT ${columns(at)} FROM q LEFT JOIN accounts a ON a.id = q.account_id ORDER BY q.id ${order}`);
  return rows.map((row) => shown(deps, row));
}

/** Finds one mail by its number. */
export async function readMail(deps: ListDeps, id: number): Promise<MailRow | undefined> {
  const { rows } = await deps.db.execute<Found>(
    sql`SELECT ${columns(deps.now())} FROM mail_queue q LEFT JOIN accounts a ON a.id = q.account_id WHERE q.id = ${id}`,
  );
  return rows[0] && shown(deps, rows[0]);
}

/** Reads the address of a mail; null once its content is deleted. Undefined if there is no such mail. */
export async function addressOf(deps: ListDeps, id: number): Promise<string | null | undefined> {
  const { rows } = await deps.db.execute<{ cause: string; content: Buffer | null }>(
    sql`SELECT cause, content_encrypted AS content FROM mail_queue WHERE id = ${id}`,
  );
  return rows[0] && readAddress(deps, rows[0]);
}

/** Numbers of the oldest mails that match the filters and allow the act. */
export async function matchingMails(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { act, ...filters }: MatchingMailsQuery,
): Promise<{ mails: number[]; hasMore: boolean }> {
  const at = now();
  const { rows } = await db.execute<{ id: number }>(sql`SELECT q.id::float8 FROM mail_queue q
    WHERE ${whereOf(filters, at, [allows(act, at)])} ORDER BY q.id LIMIT ${MAILS_BULK_MOST + 1}`);
  return {
    mails: rows.slice(0, MAILS_BULK_MOST).map(({ id }) => id),
    hasMore: rows.length > MAILS_BULK_MOST,
  };
}

function whereOf({ state, kind, day, player }: MailFilters, at: Date, more: (SQL | false)[]): SQL {
  const begins = day === undefined ? undefined : new Date(`${day}T00:00:00Z`);
  const conditions = [
    state && inState(state, at),
    kind && sql`q.kind = ${kind}`,
    begins && sql`q.created_at >= ${begins} AND q.created_at < ${new Date(begins.getTime() + DAY_MS)}`,
    player !== undefined && sql`q.account_id = ${Number(player)}`,
    ...more,
  ].filter((one): one is SQL => Boolean(one));
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);
}

function shown(deps: ListDeps, row: Found): MailRow {
  const { id, kind, state, attempts, error, order, orderNumber, acts, accountId, login } = row;
  const iso = (time: Date | null) => time && new Date(time).toISOString();
  const createdMs = new Date(row.createdAt).getTime();
  const to = readAddress(deps, row);
  return {
    id,
    kind,
    state,
    attempts,
    error,
    order,
    orderNumber,
    acts,
    createdAt: new Date(createdMs).toISOString(),
    nextAt: state === 'waiting' ? iso(row.runAt) : null,
    sentAt: iso(row.sentAt),
    failedAt: iso(row.failedAt),
    usefulUntil: new Date(createdMs + MAIL_RULES[kind].usefulMs).toISOString(),
    to: to && maskedEmail(to),
    player: accountId === null || login === null ? null : { id: accountId, login },
  };
}

/** The address in a mail's content; null if the content is deleted, or was encrypted with another secret. */
function readAddress(
  deps: ListDeps,
  { cause, content }: { cause: string; content: Buffer | null },
): string | null {
  try {
    return content && openMail(deps, cause, content).to;
  } catch {
    return null;
  }
}
