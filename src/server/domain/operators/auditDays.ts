import { createHash } from 'node:crypto';
import { and, asc, desc, gt, gte, lte, min, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { closeEachDay, endOf, isOver } from '#/server/domain/fairness/dayEnd.ts';
import { leafOfText, rootOf } from '#/server/domain/fairness/merkle.ts';
import { settledId } from '#/server/platform/db/settledId.ts';
import { audit } from '#/server/platform/db/tables/accounts.ts';
import { auditDays } from '#/server/platform/db/tables/operators/operators.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

type Day = typeof auditDays.$inferSelect;

/** Number of entries that one query hashes. */
const BATCH = 5000;

/**
 * The text of an entry, which its leaf hashes. It contains every column. A column that is added later must be left
 * out while it is null, or the roots of older days change.
 */
const ENTRY_TEXT = sql<string>`json_build_array(
  ${audit.id}, ${audit.accountId}, ${audit.actor}, ${audit.event}, ${audit.detail}::text,
  to_char(${audit.createdAt} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'),
  ${audit.operatorId}, ${audit.targetType}, ${audit.targetId}, ${audit.before}::text, ${audit.after}::text,
  ${audit.reason}, ${audit.requestId}, ${audit.network}, ${audit.approvedBy})::text`;

/**
 * Closes the days of the audit log that are over, the oldest first: each gets a root over its entries and the root of
 * the day before. The roots are also written into the server's log. With that log, a person can detect entries that
 * were changed, added or removed in the database (O7). The job may run twice at once and be cut short.
 */
export async function closeAuditDays(deps: Deps): Promise<void> {
  await closeEachDay(deps, {
    findLastClosed: () => lastClosed(deps.db),
    findOldestOpen: (last) => oldestUnclosed(deps.db, last),
    close: (day, last) => closeDay(deps, day, last),
  });
}

async function lastClosed(db: NodePgDatabase): Promise<Day | undefined> {
  const [last] = await db.select().from(auditDays).orderBy(desc(auditDays.day)).limit(1);
  return last;
}

/** SQL condition for entries that no closed day covers. */
const unclosed = (last: Day | undefined) => gt(audit.id, last?.lastAuditId ?? 0);

/** Finds the time of the first entry that no closed day covers. */
async function oldestUnclosed(db: NodePgDatabase, last: Day | undefined): Promise<Date | undefined> {
  const [first] = await db
    .select({ at: audit.createdAt })
    .from(audit)
    .where(unclosed(last))
    .orderBy(asc(audit.id))
    .limit(1);
  return first?.at;
}

/** @returns false if the day cannot be closed yet */
async function closeDay(deps: Deps, day: string, last: Day | undefined): Promise<boolean> {
  const settled = await settledId(deps.pool, 'audit');
  if (settled === undefined) return false;
  const whereLater = and(unclosed(last), lte(audit.id, settled), gte(audit.createdAt, endOf(day)));
  const [later] = await deps.db
    .select({ firstId: min(audit.id) })
    .from(audit)
    .where(whereLater);
  const lastAuditId = later?.firstId ? later.firstId - 1 : settled;
  const { entries, root } = await rootOfDay(deps.db, { day, lastAuditId }, last);
  const closed = { day, entries, lastAuditId, root, previousRoot: last?.root ?? null, createdAt: deps.now() };
  return withTx(deps.pool, async (tx) => {
    if (!(await isOver(tx, deps, day))) return false;
    const written = await tx.insert(auditDays).values(closed).onConflictDoNothing();
    if (written.rowCount === 1)
      deps.log.info(
        { auditDay: day, entries, auditRoot: root },
        'the audit log of a day has its root: keep it',
      );
    return true;
  });
}

/** Computes the root of a day from its current entries. */
async function rootOfDay(
  db: NodePgDatabase,
  { day, lastAuditId }: Pick<Day, 'day' | 'lastAuditId'>,
  before: Pick<Day, 'lastAuditId' | 'root'> | undefined,
): Promise<{ entries: number; root: string }> {
  const leaves: string[] = [];
  for (let afterId = before?.lastAuditId ?? 0; ;) {
    const rows = await db
      .select({ id: audit.id, text: ENTRY_TEXT })
      .from(audit)
      .where(and(gt(audit.id, afterId), lte(audit.id, lastAuditId)))
      .orderBy(asc(audit.id))
      .limit(BATCH);
    leaves.push(...rows.map(({ text }) => leafOfText(text)));
    afterId = rows.at(-1)?.id ?? afterId;
    if (rows.length < BATCH) break;
  }
  const tree = leaves.length > 0 ? rootOf(leaves) : '';
  const text = `AUDIT1|${day}|${leaves.length}|${before?.root ?? ''}|${tree}`;
  return { entries: leaves.length, root: createHash('sha256').update(text).digest('hex') };
}

/**
 * Computes the roots of all closed days again.
 * @returns the days in their order, each with the root of the current entries. It equals the stored root unless an
 * entry of this day or an earlier one was changed, added or removed
 */
export async function verifyAuditDays(
  db: NodePgDatabase,
): Promise<{ day: string; entries: number; stored: string; root: string }[]> {
  const days = await db.select().from(auditDays).orderBy(asc(auditDays.day));
  const verified = [];
  let before: Pick<Day, 'lastAuditId' | 'root'> | undefined;
  for (const { day, lastAuditId, root: stored } of days) {
    const { entries, root } = await rootOfDay(db, { day, lastAuditId }, before);
    verified.push({ day, entries, stored, root });
    // the chain is computed again as well, so that a changed entry shows from its day on
    before = { lastAuditId, root };
  }
  return verified;
}
