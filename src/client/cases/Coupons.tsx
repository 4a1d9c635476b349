import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { COUPON_PAGE_CELLS } from '#/contract/limits.ts';
import { itemImage } from '../images.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { ListEnd } from '../ui/ListEnd.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import styles from './Coupons.module.css';
import { Prize } from '../Prize.tsx';
import { PrizeGrid } from '../PrizeGrid.tsx';
import { couponsQuery } from './queries.ts';

const SKELETONS = Array.from({ length: 6 }, (_, at) => at);

/** The prizes the player has won, page by page (C5). */
export function Coupons({ onToCases }: { onToCases: () => void }) {
  const { t } = useTranslation('cases');
  const {
    data,
    isPending,
    isFetching,
    isFetchingNextPage,
    isFetchNextPageError,
    hasNextPage,
    fetchNextPage,
    refetch,
  } = useInfiniteQuery(couponsQuery);
  if (isPending) {
    return (
      <div aria-busy="true">
        <output className="unseen">{t('inventory.loading')}</output>
        <PrizeGrid cells={0}>
          {SKELETONS.map((key) => (
            <li key={key}>
              <Skeleton height="3 / 4" />
            </li>
          ))}
        </PrizeGrid>
      </div>
    );
  }
  if (!data) {
    return (
      <ErrorState
        title={t('inventory.failedTitle')}
        text={t('inventory.failedText')}
        retryLabel={t('inventory.retry')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const coupons = data.pages.flatMap((page) => page.coupons);
  if (coupons.length === 0) {
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
  return (
    <>
      <PrizeGrid cells={COUPON_PAGE_CELLS}>
        {coupons.map((coupon) => (
          <li key={coupon.id}>
            <Prize prize={coupon} />
          </li>
        ))}
      </PrizeGrid>
      {(data.pages.length > 1 || hasNextPage) && (
        <div className={styles.more}>
          <ListEnd
            state={endOf({ hasNextPage, isFetchingNextPage, isFetchNextPageError })}
            onMore={() => void fetchNextPage()}
            moreLabel={t('coupons.more')}
            loadingLabel={t('inventory.loading')}
            completeLabel={t('coupons.noMore')}
            failedLabel={t('coupons.moreFailed')}
            retryLabel={t('inventory.retry')}
          />
        </div>
      )}
    </>
  );
}

interface NextPage {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
}

function endOf({ hasNextPage, isFetchingNextPage, isFetchNextPageError }: NextPage) {
  if (isFetchingNextPage) return 'loading';
  if (isFetchNextPageError) return 'failed';
  return hasNextPage ? 'more' : 'complete';
}
