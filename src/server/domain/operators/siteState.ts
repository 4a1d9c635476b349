import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type * as z from 'zod/mini';
import {
  gradeOf,
  type OperatorRole,
  PERMISSIONS,
  type Permission,
} from '#/contract/operator/people/permissions.ts';
import { KEY_ENDS_SOON_MS } from '#/contract/operator/servers.ts';
import { MOST_COUNTED, type SiteCounts, type siteReply } from '#/contract/operator/site.ts';
import { silentServers } from '#/server/domain/deliveries/deliveryList.ts';
import { LEDGER_WAITS } from '#/server/domain/deliveries/gameAlarms.ts';
import { paymentWarnings } from '#/server/domain/payments/paymentWarnings.ts';
import { WHERE_PAYOUT_OPEN } from '#/server/domain/payouts/openPayouts.ts';
import { operatorWarnings } from '#/server/platform/config/operatorWarnings.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { jobs, siteSwitches } from '#/server/platform/db/tables/site/background.ts';
import { operators } from '#/server/platform/db/tables/operators/operators.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { freeBytesOf } from '#/server/platform/watch/diskGuard.ts';
import { dumpLate } from '#/server/platform/watch/lastDump.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { MAILS_MUTED } from '#/server/platform/mail/mailGate.ts';

const EVENTS_LATE_MS = 5 * 60_000;
const MAILS_LATE_MS = 60 * 60_000;

const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  version: string;
};

/** Collects the data for the page of the site and the counts for the rail, in three statements. */
export async function siteState(
  deps: Deps,
  caller: { id: number; role: OperatorRole },
): Promise<z.output<typeof siteReply>> {
  const { config, pool, db, now, isReadOnly } = deps;
  const [{ database, brokenBooks, areMailsMuted, counts }, jobRows, switches, freeBytes] = await Promise.all([
    readDatabase(deps, caller),
    db.select().from(jobs).orderBy(asc(jobs.name)),
    usedSwitches(deps),
    config.databaseUrl ? null : freeBytesOf(config.dataDir).catch(() => null),
  ]);
  return {
    version,
    startedAt: new Date(now().getTime() - process.uptime() * 1000).toISOString(),
    now: now().toISOString(),
    isReadOnly: isReadOnly(),
    areMailsMuted,
    freeBytes,
    database,
    pool: { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount },
    jobs: jobRows.map(({ name, runAt, startedAt, finishedAt, lastError }) => ({
      name,
      nextAt: runAt.toISOString(),
      startedAt: startedAt?.toISOString() ?? null,
      finishedAt: finishedAt?.toISOString() ?? null,
      error: lastError,
    })),
    brokenBooks,
    warnings: [...operatorWarnings(config), ...paymentWarnings(config)].map(({ code, value }) => ({
      code,
      value,
    })),
    switches,
    counts: { ...counts, jobsFailed: jobRows.filter(({ lastError }) => lastError !== null).length },
  };
}

/** Lists the switches that were used at least once, with their last operator. */
async function usedSwitches({ db }: Pick<Deps, 'db'>) {
  const rows = await db
    .select({ row: siteSwitches, by: operators.name })
    .from(siteSwitches)
    .leftJoin(operators, eq(operators.id, siteSwitches.changedBy))
    .orderBy(asc(siteSwitches.name));
  return rows.map(({ row: { name, isClosed, changedAt, reason }, by }) => {
    return { name, isClosed, changedAt: changedAt.toISOString(), changedBy: by ?? '', reason };
  });
}

/** Counts rows by a partial index, and stops at `MOST_COUNTED`. */
const most = (rows: ReturnType<typeof sql>) =>
  sql`(SELECT count(*)::int FROM (SELECT FROM ${rows} LIMIT ${MOST_COUNTED}) counted)`;

async function readDatabase(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, role }: { id: number; role: OperatorRole },
) {
  const decides = (Object.keys(PERMISSIONS) as Permission[]).filter(
    (permission) => gradeOf(role, permission) === 'yes',
  );
  const at = now();
  const lateSince = new Date(at.getTime() - EVENTS_LATE_MS);
  const mailsLateSince = new Date(at.getTime() - MAILS_LATE_MS);
  const keysUntil = new Date(at.getTime() + KEY_ENDS_SOON_MS);
  const { rows } = await db.execute<
    Omit<SiteCounts, 'jobsFailed' | 'booksBroken'> & {
      version: string;
      bytes: string;
      connections: number;
      dumpedAt: string | null;
      brokenBooks: string[];
      areMailsMuted: boolean;
    }
  >(sql`SELECT
    current_setting('server_version') AS version,
    pg_database_size(current_database()) AS bytes,
    (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections,
    (SELECT max(ended_at) FROM last_dump) AS "dumpedAt",
    ${sql.raw(MAILS_MUTED)} AS "areMailsMuted",
    ARRAY(SELECT name FROM book_checks WHERE violations > accepted ORDER BY name) AS "brokenBooks",
    ${most(sql`orders WHERE state = 'review'`)} AS "ordersInReview",
    ${most(sql`replaced_payments WHERE kept_cents > 0`)} AS "ordersPaidTwice",
    ${most(sql`failed_refunds`)} AS "refundsFailed",
    ${most(sql`deliveries WHERE state = 'unknown'`)} AS "deliveriesUnknown",
    ${most(sql`deliveries WHERE state = 'failed'`)} AS "deliveriesFailed",
    ${most(sql`${silentServers(at)} silent WHERE EXISTS (SELECT FROM deliveries d
      WHERE d.server_key = silent.key AND d.state = 'waiting' AND d.ready_at <= ${at})`)} AS "serversSilent",
    ${most(sql`game_ledgers WHERE ${LEDGER_WAITS}`)} AS "ledgersToAccept",
    ${most(sql`game_keys WHERE revoked_at IS NULL AND not_after > ${at} AND not_after <= ${keysUntil}`)} AS "keysEnding",
    ${most(sql`mail_queue WHERE failed_at IS NOT NULL AND content_encrypted IS NOT NULL`)} AS "mailsFailed",
    ${most(sql`mail_queue WHERE sent_at IS NULL AND failed_at IS NULL AND created_at < ${mailsLateSince}`)} AS "mailsLate",
    ${most(sql`payment_events WHERE processed_at IS NULL AND received_at < ${lateSince}`)} AS "paymentEventsLate",
    ${dumpLate(at)} AS "dumpLate",
    ${most(sql`payouts p WHERE ${WHERE_PAYOUT_OPEN}`)} AS "payoutsOpen",
    ${most(sql`vat_rates WHERE NOT is_confirmed`)} AS "ratesUnconfirmed",
    ${most(sql`day_sum_checks WHERE differences > 0`)} AS "sumsDiffer",
    ${most(sql`catalogue_drafts WHERE plan_failure IS NOT NULL`)} AS "plansFailed",
    ${most(sql`approvals WHERE state = 'waiting' AND expires_at > ${at} AND operator_id <> ${id}
      AND permission = ANY(${sql.param(decides)}::text[])`)} AS approvals`);
  const {
    version: databaseVersion,
    bytes,
    connections,
    dumpedAt,
    brokenBooks,
    areMailsMuted,
    ...counts
  } = rows[0]!;
  return {
    database: {
      version: databaseVersion,
      bytes: Number(bytes),
      connections,
      dumpedAt: dumpedAt && new Date(dumpedAt).toISOString(),
    },
    brokenBooks,
    areMailsMuted,
    counts: { ...counts, booksBroken: brokenBooks.length },
  };
}

/**
 * Makes a job due, so that a server runs it within a minute. If a broken book stops the job, it stays stopped.
 * @throws AppError notFound if no server has run a job of this name yet
 */
export async function runJobNow(tx: NodePgDatabase, { now }: Pick<Deps, 'now'>, name: string) {
  const [job] = await tx.select().from(jobs).where(eq(jobs.name, name)).for('update');
  if (!job) return fail('notFound');
  const runAt = new Date(Math.min(now().getTime(), job.runAt.getTime()));
  await tx
    .update(jobs)
    .set({ runAt })
    .where(and(eq(jobs.name, name)));
  return {
    before: { nextAt: job.runAt.toISOString() },
    after: { nextAt: runAt.toISOString() },
  };
}
