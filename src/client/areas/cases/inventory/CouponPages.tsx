import { memo, useEffect, useRef, useState } from 'react';
import type { CouponPage } from '#/contract/cases.ts';
import { COUPON_PAGE_CELLS } from '#/contract/kernel/limits.ts';
import { PrizeGrid } from '#/client/domain/prizes/PrizeGrid.tsx';
import { CouponCard, type ListedCoupon } from './CouponCard.tsx';
import styles from './CouponPages.module.css';

interface CouponPagesProps {
  pages: readonly CouponPage[];
  onSwap: (coupon: ListedCoupon) => void;
}

/** Pages of cards are rendered up to this distance from the window. */
const NEAR = '1500px';

/** Pages below one another. 24 cells fill the last row at every width, so the pages look like one grid (C5). */
export function CouponPages({ pages, onSwap }: CouponPagesProps) {
  return (
    <div className={styles.pages}>
      {pages.map((page) => (
        <OnePage key={page.coupons[0]?.id ?? 0} page={page} onSwap={onSwap} />
      ))}
    </div>
  );
}

/** Heights in pixels, so that the list has its full length at once after the back button. */
const heights = new WeakMap<CouponPage, number>();

interface OnePageProps {
  page: CouponPage;
  onSwap: (coupon: ListedCoupon) => void;
}

/** Pages far from the window are replaced by their height, so that ten thousand coupons are as fast as a hundred. */
const OnePage = memo(function OnePage({ page, onSwap }: OnePageProps) {
  const host = useRef<HTMLDivElement>(null);
  const [farHeightPx, setFarHeightPx] = useState<number | null>(() => heights.get(page) ?? null);
  useEffect(() => {
    const place = host.current;
    if (!place) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (!entry) return;
        const { height } = entry.boundingClientRect;
        heights.set(page, height);
        // a page that contains the focus stays rendered, or the focus would be lost
        if (entry.isIntersecting) setFarHeightPx(null);
        else if (!place.contains(document.activeElement)) setFarHeightPx((known) => known ?? height);
      },
      { rootMargin: `${NEAR} 0px` },
    );
    observer.observe(place);
    return () => observer.disconnect();
  }, [page]);
  return (
    <div ref={host} style={farHeightPx === null ? undefined : { height: farHeightPx }}>
      {farHeightPx === null && (
        <PrizeGrid cells={COUPON_PAGE_CELLS}>
          {page.coupons.map((coupon) => (
            <li key={coupon.id}>
              <CouponCard coupon={coupon} onSwap={onSwap} />
            </li>
          ))}
        </PrizeGrid>
      )}
    </div>
  );
});
