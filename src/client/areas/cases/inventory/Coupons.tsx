import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { itemImage } from '#/client/platform/media/images.ts';
import { PrizeGrid } from '#/client/domain/prizes/PrizeGrid.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { PagedList } from '#/client/ui/feedback/PagedList.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { CouponFilters, useCouponFilter } from './CouponFilters.tsx';
import { CouponPages } from './CouponPages.tsx';
import type { ListedCoupon } from './CouponCard.tsx';
import { loadErrorText } from '#/client/platform/i18n/errorText.ts';
import styles from './Coupons.module.css';
import { type CouponFilter, couponsQuery } from '#/client/areas/cases/state/queries.ts';
import { TakeAll } from './TakeAll.tsx';
import { useCouponSwap } from '#/client/areas/cases/results/useCouponSwap.ts';

const SKELETONS = Array.from({ length: 6 }, (_, at) => at);

interface CouponsProps {
  onToCases: () => void;
}

/** The prizes the player has won, filtered as the address says (C5). */
export function Coupons({ onToCases }: CouponsProps) {
  const choice = useCouponFilter();
  const { filter, setColor, setState } = choice;
  const isFiltered = filter.color !== undefined || filter.state !== 'owned';
  return (
    <>
      <CouponFilters {...choice} />
      <CouponList
        filter={filter}
        onClear={!isFiltered ? undefined : filter.color ? () => setColor('any') : () => setState('owned')}
        onToCases={onToCases}
      />
    </>
  );
}

interface CouponListProps extends CouponsProps {
  filter: CouponFilter;
  /** Widens the filter; undefined if it shows all owned coupons. */
  onClear: (() => void) | undefined;
}

function CouponList({ filter, onClear, onToCases }: CouponListProps) {
  const { t } = useTranslation('cases');
  const { key: visit } = useLocation();
  const query = useInfiniteQuery(couponsQuery(filter, visit));
  const { swap } = useCouponSwap();
  const swapOne = useCallback((coupon: ListedCoupon) => swap([coupon]), [swap]);
  const { data, isPlaceholderData } = query;
  const list = useRef<HTMLDivElement>(null);
  return (
    <>
      {/* absent while the list still shows another filter, whose prizes it would take */}
      {filter.color && !isPlaceholderData && (
        <TakeAll key={`${filter.color} ${filter.state}`} query={query} list={list} />
      )}
      <PagedList
        query={query}
        itemsOf={(page) => page.coupons}
        labels={{
          loading: t('inventory.loading'),
          retry: t('inventory.retry'),
          failed: t('coupons.moreFailed'),
          failedText: loadErrorText(query.error, t('coupons.failedText')),
          more: t('coupons.more'),
          moreFailed: t('coupons.moreFailed'),
          complete: t('coupons.noMore'),
        }}
        skeleton={
          <PrizeGrid cells={0}>
            {SKELETONS.map((key) => (
              <li key={key}>
                <Skeleton height="3 / 4" />
              </li>
            ))}
          </PrizeGrid>
        }
        empty={onClear ? <NothingFound onClear={onClear} /> : <NoCoupons onToCases={onToCases} />}
      >
        {(_, end) => (
          <div
            ref={list}
            tabIndex={-1}
            className={styles.list}
            data-waiting={isPlaceholderData || undefined}
            aria-busy={isPlaceholderData}
          >
            <CouponPages pages={data?.pages ?? []} onSwap={swapOne} />
            {end}
          </div>
        )}
      </PagedList>
    </>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('cases');
  return (
    <EmptyState
      icon="gift"
      title={t('coupons.noneTitle')}
      text={t('coupons.noneText')}
      picture={itemImage('padlock').picture}
      action={
        <Button variant="secondary" onClick={onClear}>
          {t('coupons.clear')}
        </Button>
      }
    />
  );
}

function NoCoupons({ onToCases }: CouponsProps) {
  const { t } = useTranslation('cases');
  return (
    <EmptyState
      icon="gift"
      title={t('coupons.emptyTitle')}
      text={t('coupons.emptyText')}
      picture={itemImage('gift').picture}
      action={
        <Button variant="secondary" icon="arrowRight" onClick={onToCases}>
          {t('coupons.toCases')}
        </Button>
      }
    />
  );
}
