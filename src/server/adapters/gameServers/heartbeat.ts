import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { serverReports } from '#/server/platform/db/tables/servers.ts';
import type { PlayerCount } from '#/server/ports/gameServers.ts';

/** Finds the last count of a server that any process has stored. */
export async function findReport(db: NodePgDatabase, key: string): Promise<PlayerCount | undefined> {
  const [report] = await db.select().from(serverReports).where(eq(serverReports.serverKey, key));
  return report && { online: report.online, slots: report.slots, at: report.reportedAt };
}

/**
 * Reads the last report of a server that reports itself; any process may have received it.
 * @throws Error if it never reported
 */
export async function lastHeartbeat(db: NodePgDatabase, key: string): Promise<PlayerCount> {
  const report = await findReport(db, key);
  if (!report) throw new Error('has not reported yet');
  return report;
}
