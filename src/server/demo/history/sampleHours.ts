import { isNotNull } from 'drizzle-orm';
import { simulatedCount } from '#/server/adapters/gameServers/simulated.ts';
import { sampleOnline } from '#/server/areas/landing/sampleOnline.ts';
import { servers } from '#/server/platform/db/tables/servers.ts';
import type { Past } from './past.ts';
import { HOUR_MS } from './rhythm.ts';

const SAMPLES_AN_HOUR = 3;

/** Stores samples of the players online in the last hours, with the numbers of the simulated servers. */
export async function sampleHours(past: Past, hours: number): Promise<void> {
  const { deps } = past;
  const open = await deps.db.select({ key: servers.key }).from(servers).where(isNotNull(servers.address));
  const countsNow = () => ({
    ofServer: new Map(open.map(({ key }) => [key, simulatedCount(key, deps.now())])),
    peak: null,
  });
  const playerCounts = { poll: () => Promise.resolve(), current: () => Promise.resolve(countsNow()) };
  await past.pass(-hours * HOUR_MS);
  for (let sample = 0; sample < hours * SAMPLES_AN_HOUR; sample++) {
    await sampleOnline({ ...deps, playerCounts });
    await past.pass(HOUR_MS / SAMPLES_AN_HOUR);
  }
}
