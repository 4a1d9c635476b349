import type { Deps } from '#/server/platform/kernel/deps.ts';
import { closedParts } from '#/server/platform/kernel/stops.ts';

/**
 * @returns a function that reads the stopped and closed parts once, and publishes changes of the closed ones to the open
 *   pages of this process (O27)
 */
export function watchStops({ bookStops, live }: Pick<Deps, 'bookStops' | 'live'>): () => Promise<void> {
  let told = closedParts(bookStops).join(' ');
  return async () => {
    await bookStops.refresh();
    const closed = closedParts(bookStops);
    if (closed.join(' ') === told) return;
    live.publish('closed', () => closed);
    told = closed.join(' ');
  };
}
