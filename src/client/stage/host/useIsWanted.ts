import { useEffect, useState, useSyncExternalStore, type RefObject } from 'react';
import { onMotionPreference, prefersNoMotion } from '#/client/platform/theme/motion.ts';
import { mayAdorn, whenUsable } from './usable.ts';

/** A scene is loaded when its place is within this distance of the window. */
const NEAR = '200px';

/**
 * Whether to load and show a decorating scene at this place: once the page is usable and the place is near the window.
 * False if the visitor prefers reduced motion or saved data, the line is slow, or WebGL is missing.
 */
export function useIsWanted(place: RefObject<HTMLElement | null>): boolean {
  const isStill = useSyncExternalStore(onMotionPreference, prefersNoMotion, () => true);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (isStill || isNear) return undefined;
    let isGone = false;
    const sight = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        sight.disconnect();
        setIsNear(mayAdorn());
      },
      { rootMargin: NEAR },
    );
    const watch = async () => {
      await whenUsable();
      if (!isGone && place.current) sight.observe(place.current);
    };
    void watch();
    return () => {
      isGone = true;
      sight.disconnect();
    };
  }, [isNear, isStill, place]);
  return isNear && !isStill;
}
