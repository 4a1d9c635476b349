import { onlineSamples } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { playersOf } from './playerCounts.ts';

/** Writes down how many play at this moment on the servers that answer; when none does, nothing (L7). */
export async function sampleOnline({ db, now, playerCounts }: Deps): Promise<void> {
  const { ofServer } = await playerCounts.current();
  if (ofServer.size === 0) return;
  const byServer = Object.fromEntries([...ofServer].map(([key, { online }]) => [key, online]));
  await db
    .insert(onlineSamples)
    .values({ at: now(), online: playersOf(ofServer), byServer })
    .onConflictDoNothing();
}
