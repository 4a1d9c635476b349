import type { Deps } from '#/server/platform/kernel/deps.ts';
import { dropOf, newestDrops } from './drops.ts';

/** Drops read at a time; more than appear between two rounds. */
const NEWEST = 50;

/**
 * Returns a function that publishes new drops to the pages connected to this process, each drop once. It rereads the
 * newest drops instead of continuing after the last id, because a drop with a smaller id may commit later. Nothing is
 * read while no page is connected.
 */
export function createDropFeed(deps: Pick<Deps, 'db' | 'live' | 'now'>): () => Promise<void> {
  let quietUntil = deps.now();
  let told = new Set<number>();
  let lowest = 0;
  return async () => {
    if (deps.live.counts().open === 0) {
      quietUntil = deps.now();
      return;
    }
    const rows = await newestDrops(deps, NEWEST);
    for (const row of rows.toReversed())
      if (row.at > quietUntil && row.id > lowest && !told.has(row.id))
        deps.live.publish('drop', (locale) => dropOf(row, locale));
    told = new Set(rows.map(({ id }) => id));
    // skips drops older than those read before: they only appear because a newer drop was removed
    lowest = rows.length < NEWEST ? 0 : Math.min(...told);
  };
}
