import type { Deps } from '../deps.ts';
import { dropOf, newestDrops } from './drops.ts';

/** More between two looks than anybody could read. */
const NEWEST = 50;

/**
 * What tells the pages that listen to this process of new drops, wherever they happened, each once. It looks at the newest
 * by their ids instead of beginning where it stopped, because a drop with a smaller id may be committed later. While nobody
 * listens nothing is read.
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
    // one that comes up again because a newer one was left out is no news
    lowest = rows.length < NEWEST ? 0 : Math.min(...told);
  };
}
