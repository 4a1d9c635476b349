import { useEffect, useState, useSyncExternalStore, type RefObject } from 'react';
import { mayAdorn, onPreference, prefersStill, whenUsable } from './usable.ts';

/** A scene is loaded when its place is this near to the part of the page that is seen. */
const NEAR = '200px';

/**
 * Whether a scene that only adorns is to be shown at this place: false until the page is usable and the place is
 * near, and wherever motion or data are to be spared or WebGL is missing. Then nothing is loaded either.
 */
export function useIsWanted(place: RefObject<HTMLElement | null>): boolean {
  const isStill = useSyncExternalStore(onPreference, prefersStill, () => true);
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
