import type { Locale } from '#/contract/kernel/locale.ts';
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
    const fresh = rows
      .toReversed()
      .filter(({ id, at }) => at > quietUntil && id > lowest && !told.has(id))
      .map((row) => (locale: Locale) => dropOf(row, locale));
    deps.live.publish('drop', ...fresh);
    told = new Set(rows.map(({ id }) => id));
    // skips drops older than those read before: they only appear because a newer drop was removed
    lowest = rows.length < NEWEST ? 0 : Math.min(...told);
  };
}
