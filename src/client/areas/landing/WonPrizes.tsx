import { Suspense, useEffect, useRef, useState } from 'react';
import { laterPart } from '#/client/platform/hydration/laterPart.tsx';
import styles from './WonPrizes.module.css';

// brings the addresses of all pictures of prizes along, so it is loaded when it is near
const [DropFeed] = laterPart(async () => (await import('#/client/domain/prizes/DropFeed.tsx')).DropFeed);

/** Distance from the screen at which the feed is loaded. */
const AHEAD = '600px 0px';

/** The feed of rare prizes (FA8). Its place has its height from the start, so that nothing moves when it comes. */
export function WonPrizes() {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const sight = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setNear(true);
        sight.disconnect();
      },
      { rootMargin: AHEAD },
    );
    if (place.current) sight.observe(place.current);
    return () => sight.disconnect();
  }, []);
  return (
    <div className={`wrap ${styles.place}`} ref={place}>
      {isNear && (
        <Suspense fallback={null}>
          <DropFeed />
        </Suspense>
      )}
    </div>
  );
}
