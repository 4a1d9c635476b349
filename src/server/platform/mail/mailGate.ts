import { statSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Config } from '#/server/platform/config/config.ts';
import { advanceNumbers } from '#/server/platform/watch/advanceNumbers.ts';
import { mailGate } from '#/server/platform/db/tables/site/background.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/*
 * A restored copy of the site must not mail real players, nor give numbers again that the site gave after the backup. So
 * the database notes who it is, and a copy of it, which has the same note but is somebody else, is muted until an
 * operator says otherwise, and its numbers go on far beyond (O33).
 */

/** SQL: whether the mails are muted, or the database was restored since its note was last compared. */
export const MAILS_MUTED = `EXISTS (SELECT FROM mail_gate WHERE muted_at IS NOT NULL
  OR table_oid <> 'mail_gate'::regclass::oid::text
  OR database_oid <> (SELECT oid::text FROM pg_database WHERE datname = current_database()))`;

/** Whether no mails are sent (O33). */
export async function areMailsMuted(db: Pick<NodePgDatabase, 'execute'>): Promise<boolean> {
  const { rows } = await db.execute<{ isMuted: boolean }>(sql`SELECT ${sql.raw(MAILS_MUTED)} AS "isMuted"`);
  return rows[0]!.isMuted;
}

/**
 * What a copy does not have in common with its original. A dump that is restored makes a new table, and mostly another
 * database or cluster; a copied folder has new files. A standby that is promoted has everything in common.
 */
interface Identity {
  /** The cluster's system identifier. Null when this user may not read it. */
  systemId: string | null;
  databaseOid: string;
  tableOid: string;
  /** The folder of the embedded database. Null when it is unknown, or the database runs elsewhere. */
  folderId: string | null;
}

/** Identifies the files of the embedded database: PostgreSQL writes `PG_VERSION` once, when it makes the cluster. */
function folderIdOf({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string | null {
  if (databaseUrl) return null;
  try {
    const file = join(dataDir, 'postgres', 'cluster', 'PG_VERSION');
    const { ino, birthtimeNs } = statSync(file, { bigint: true });
    return `${ino}:${birthtimeNs}`;
  } catch {
    return null;
  }
}

async function readIdentity(tx: NodePgDatabase, folderId: string | null): Promise<Identity> {
  const { rows } = await tx.execute<{ databaseOid: string; tableOid: string; maySee: boolean }>(
    sql`SELECT oid::text AS "databaseOid", 'mail_gate'::regclass::oid::text AS "tableOid",
      has_function_privilege('pg_control_system()', 'EXECUTE') AS "maySee"
      FROM pg_database WHERE datname = current_database()`,
  );
  const { maySee, ...oids } = rows[0]!;
  const control = maySee
    ? await tx.execute<{ systemId: string }>(
        sql`SELECT system_identifier::text AS "systemId" FROM pg_control_system()`,
      )
    : undefined;
  return { ...oids, systemId: control?.rows[0]?.systemId ?? null, folderId };
}

const isOther = (was: string | null, is: string | null) => was !== null && is !== null && was !== is;

type Gate = typeof mailGate.$inferSelect;

/** Whether the database is a copy of the one that wrote the note. */
export const isCopyOf = (was: Gate, is: Identity): boolean =>
  isOther(was.systemId, is.systemId) ||
  isOther(was.databaseOid, is.databaseOid) ||
  isOther(was.tableOid, is.tableOid) ||
  isOther(was.folderId, is.folderId);

/** Locks the row of the gate, which is written when the database is first used. */
export async function lockGate(
  tx: NodePgDatabase,
  folderId: string | null = null,
): Promise<[Gate, Identity]> {
  const identity = await readIdentity(tx, folderId);
  await tx.insert(mailGate).values(identity).onConflictDoNothing();
  const [row] = await tx.select().from(mailGate).for('update');
  return [row!, identity];
}

/**
 * Compares the database with its note. If it is a copy, mutes the mails and advances the numbers.
 * @returns since when mails are muted; null while they are sent
 */
export async function noteDatabase({
  pool,
  now,
  config,
  log,
}: Pick<Deps, 'pool' | 'now' | 'config' | 'log'>): Promise<Date | null> {
  return withTx(pool, async (tx) => {
    const [was, is] = await lockGate(tx, folderIdOf(config));
    const isCopy = isCopyOf(was, is);
    const isNoted = !isCopy && was.systemId === is.systemId && was.folderId === is.folderId;
    if (isNoted) return was.mutedAt;
    if (isCopy) await advanceNumbers(tx, { now });
    const mutedAt = isCopy ? (was.mutedAt ?? now()) : was.mutedAt;
    await tx
      .update(mailGate)
      .set({
        ...is,
        systemId: is.systemId ?? was.systemId,
        folderId: is.folderId ?? (isCopy ? null : was.folderId),
        mutedAt,
        ...(isCopy && was.mutedAt === null && { isRestored: true, changedBy: null, reason: '' }),
      })
      .where(eq(mailGate.isOnly, true));
    if (isCopy)
      log.error(
        'this database is a restored copy: its numbers go on far beyond those of its backup, and no mails are sent until an operator says so on the page "Mails"',
      );
    return mutedAt;
  });
}
