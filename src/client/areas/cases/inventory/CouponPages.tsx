import { memo, useEffect, useRef, useState } from 'react';
import type { CouponPage } from '#/contract/cases.ts';
import { COUPON_PAGE_CELLS } from '#/contract/limits.ts';
import { PrizeGrid } from '../PrizeGrid.tsx';
import { CouponCard, type ListedCoupon } from './CouponCard.tsx';
import styles from './CouponPages.module.css';

interface CouponPagesProps {
  pages: readonly CouponPage[];
  onSwap: (coupon: ListedCoupon) => void;
}

/** How far from the window a page of cards is drawn. */
const NEAR = '1500px';

/** Page under page; 24 cells end their last row at every width, so the pages look like one grid (C5). */
export function CouponPages({ pages, onSwap }: CouponPagesProps) {
  return (
    <div className={styles.pages}>
      {pages.map((page) => (
        <OnePage key={page.coupons[0]?.id ?? 0} page={page} onSwap={onSwap} />
      ))}
    </div>
  );
}

/** Heights in pixels, so that the way back begins with the list as long as it was. */
const heights = new WeakMap<CouponPage, number>();

interface OnePageProps {
  page: CouponPage;
  onSwap: (coupon: ListedCoupon) => void;
}

/** A page far from the window leaves only its height behind, so that ten thousand coupons are as light as a hundred. */
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
        // what has the focus stays, or the focus would be lost
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
