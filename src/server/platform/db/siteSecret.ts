import { createHmac, timingSafeEqual } from 'node:crypto';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Config } from '#/server/platform/config/config.ts';
import { siteSecret } from './tables/background.ts';

/**
 * Refuses a secret that is not the site's, before anything is sealed with it or sealed data is found unreadable (N7).
 * The first start writes a check value.
 * @param opensOldData tries sealed data of a database that is older than its check value
 * @throws Error with a sentence for the operator
 */
export async function checkSiteSecret(
  db: NodePgDatabase,
  config: Pick<Config, 'appSecret' | 'dataDir'>,
  secretKey: Buffer,
  opensOldData: () => Promise<boolean>,
): Promise<void> {
  const own = createHmac('sha256', secretKey).update('check of the site secret').digest();
  const [known] = await db.select().from(siteSecret);
  if (!known && (await opensOldData()))
    await db.insert(siteSecret).values({ check: own }).onConflictDoNothing();
  // read again, because another process may have been faster
  const [stored] = known ? [known] : await db.select().from(siteSecret);
  if (stored && timingSafeEqual(stored.check, own)) return;
  const which = config.appSecret === undefined ? `secret.key in ${config.dataDir}` : 'APP_SECRET';
  throw new Error(
    `${which} is not the secret of this site: its data cannot be read with it. Use the one of the other processes, or the one that was saved with the backup.`,
  );
}
