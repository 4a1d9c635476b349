import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Config } from '#/server/platform/config/config.ts';
import type { SecretKey } from '#/server/platform/config/secretKey.ts';
import { siteSecret } from './tables/site/background.ts';
import { withTx } from './tx.ts';

/**
 * A secret that no process has used for this time is out of use. It must exceed the interval at which processes note
 * that they use theirs, and the time that a stopped process needs to end.
 */
export const OUT_OF_USE_MS = 60_000;

/** Check value of a secret: it shows which secret is meant, and tells nothing about it. */
export const checkOf = (key: Buffer): Buffer =>
  createHmac('sha256', key).update('check of the site secret').digest();

/**
 * Refuses a process that cannot read everything that is sealed, before it seals anything (N7). The table has a check
 * value of each secret that data may be sealed with; a process adds that of its current secret.
 * @param opensOldData tries sealed data of a database that is older than its check values
 * @throws Error with a sentence for the operator
 */
export async function checkSiteSecret(
  pool: pg.Pool,
  config: Pick<Config, 'appSecret' | 'dataDir'>,
  { current, readable }: SecretKey,
  opensOldData: (tx: NodePgDatabase, key: Buffer) => Promise<boolean>,
): Promise<void> {
  const isReadable = (check: Buffer) => readable.some((key) => timingSafeEqual(checkOf(key), check));
  await withTx(pool, async (tx) => {
    // of two processes that start at once with different secrets, the second one sees the check value of the first
    await tx.execute(sql`LOCK TABLE ${siteSecret} IN SHARE ROW EXCLUSIVE MODE`);
    const known = (await tx.select({ check: siteSecret.check }).from(siteSecret)).map(({ check }) => check);
    if (known.length === 0) {
      const key = await firstThat(readable, (each) => opensOldData(tx, each));
      if (key) known.push(await addCheck(tx, key));
    }
    if (!known.some(isReadable)) throw new Error(foreignSecret(config));
    if (!known.every(isReadable)) throw new Error(MISSING_SECRET);
    if (!(await noteUse(tx, current))) await addCheck(tx, current);
  });
}

const foreignSecret = ({ appSecret, dataDir }: Pick<Config, 'appSecret' | 'dataDir'>) =>
  `${appSecret === undefined ? `secret.key in ${dataDir}` : 'APP_SECRET'} is not the secret of this site: its data cannot be read with it. Use the one of the other processes, or the one that was saved with the backup.`;

const MISSING_SECRET =
  'The data of this site is sealed with more than one secret, and this process does not have all of them. Set the other one as APP_SECRET_ALSO until npm run secret has written everything anew.';

async function firstThat<T>(items: readonly T[], is: (item: T) => Promise<boolean>): Promise<T | undefined> {
  for (const item of items) if (await is(item)) return item;
  return undefined;
}

async function addCheck(tx: NodePgDatabase, key: Buffer): Promise<Buffer> {
  const check = checkOf(key);
  const nextId = sql`(SELECT coalesce(max(id), 0) + 1 FROM site_secret)`;
  await tx.insert(siteSecret).values({ id: nextId, check });
  return check;
}

/** Notes that a process seals with a secret. @returns false if data must not be sealed with it */
async function noteUse(db: NodePgDatabase, key: Buffer): Promise<boolean> {
  const noted = await db
    .update(siteSecret)
    .set({ usedAt: sql`clock_timestamp()` })
    .where(eq(siteSecret.check, checkOf(key)));
  return noted.rowCount === 1;
}

/**
 * Notes that this process seals with its current secret. A process does so all the time it runs, so that the command
 * that removes the former secret finds those that still use it (N13).
 * @returns false if the secret was removed meanwhile: the process must end
 */
export async function noteSecretUse(
  db: NodePgDatabase,
  { current }: Pick<SecretKey, 'current'>,
): Promise<boolean> {
  return (await noteUse(db, current)) || (await db.$count(siteSecret)) === 0;
}

/** When a secret was last used, to the microsecond, and whether it is out of use. Undefined if the site does not know it. */
export async function lastUseOf(
  db: NodePgDatabase,
  key: Buffer,
): Promise<{ usedAt: string; isOver: boolean } | undefined> {
  const [use] = await db
    .select({
      usedAt: sql<string>`${siteSecret.usedAt}::text`,
      isOver: sql<boolean>`${siteSecret.usedAt} < clock_timestamp() - ${OUT_OF_USE_MS} * interval '1 millisecond'`,
    })
    .from(siteSecret)
    .where(eq(siteSecret.check, checkOf(key)));
  return use;
}

/**
 * Removes a secret with which nothing is sealed any more. Then a process that has only this one does not start.
 * @param usedAt its last use
 * @returns false if it was used later
 */
export async function forgetSecret(db: NodePgDatabase, key: Buffer, usedAt: string): Promise<boolean> {
  const whereUnused = sql`${siteSecret.usedAt} = ${usedAt}::timestamptz`;
  const gone = await db.delete(siteSecret).where(and(eq(siteSecret.check, checkOf(key)), whereUnused));
  return gone.rowCount === 1;
}
