import { onlineSamples } from '#/server/platform/db/tables/servers.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { playersOf } from '#/server/platform/kernel/playerCounts.ts';

/** Stores how many players are online on the servers that answer; stores nothing if none does (L7). */
export async function sampleOnline({ db, now, playerCounts }: Deps): Promise<void> {
  // what is shown after an outage of the database may be old until the next poll
  await playerCounts.poll();
  const { ofServer } = await playerCounts.current();
  if (ofServer.size === 0) return;
  const byServer = Object.fromEntries([...ofServer].map(([key, { online }]) => [key, online]));
  await db
    .insert(onlineSamples)
    .values({ at: now(), online: playersOf(ofServer), byServer })
    .onConflictDoNothing();
}
