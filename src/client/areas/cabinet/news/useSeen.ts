import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { SEEN_AT_ONCE } from '#/contract/kernel/playerNews.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';

/**
 * Reports the entries that were in sight for a moment while the page was visible, each once. An entry in a hidden
 * tab or below the window does not count.
 * @param list element whose unread entries have `data-unread` with their id
 * @param unread ids of the shown unread entries, joined by commas
 * @param onSeen gets their ids. If it fails, the entries are reported again with the next ones.
 */
export function useSeen(
  list: RefObject<HTMLElement | null>,
  unread: string,
  onSeen: (ids: number[]) => Promise<void>,
): void {
  const told = useRef(new Set<number>());
  const report = useEffectEvent(async (ids: number[]) => {
    for (const id of ids) told.current.add(id);
    await onSeen(ids).catch(() => {
      for (const id of ids) told.current.delete(id);
    });
  });
  useEffect(() => {
    const root = list.current;
    if (!root || !unread) return undefined;
    const inSight = new Set<number>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = () => {
      clearTimeout(timer);
      const fresh = [...inSight].filter((id) => !told.current.has(id));
      if (fresh.length > 0 && !document.hidden)
        timer = setTimeout(() => void report(fresh.slice(0, SEEN_AT_ONCE)), tuning.dom.newsSeenMs);
    };
    const sight = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          const id = Number((target as HTMLElement).dataset['unread']);
          if (isIntersecting) inSight.add(id);
          else inSight.delete(id);
        }
        start();
      },
      { threshold: 0.5 },
    );
    for (const id of unread.split(',')) {
      const element = root.querySelector(`[data-unread="${id}"]`);
      if (element) sight.observe(element);
    }
    document.addEventListener('visibilitychange', start);
    return () => {
      clearTimeout(timer);
      sight.disconnect();
      document.removeEventListener('visibilitychange', start);
    };
  }, [list, unread]);
}
