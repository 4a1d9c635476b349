import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { serverReports } from '../../db/schema.ts';
import type { PlayerCount } from './gameServers.ts';

/** The last word of a server that reports itself, whichever process it spoke to. @throws Error when it never did */
export async function lastHeartbeat(db: NodePgDatabase, key: string): Promise<PlayerCount> {
  const [report] = await db.select().from(serverReports).where(eq(serverReports.serverKey, key));
  if (!report) throw new Error('has not reported yet');
  return { online: report.online, slots: report.slots, at: report.reportedAt };
}
