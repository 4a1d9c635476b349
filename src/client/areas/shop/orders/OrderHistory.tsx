import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { Order } from '#/contract/shop.ts';
import { shopImage } from '#/client/platform/media/images.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { ErrorState } from '#/client/ui/feedback/ErrorState.tsx';
import { ListEnd } from '#/client/ui/feedback/ListEnd.tsx';
import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { SectionHeading } from '#/client/ui/display/SectionHeading.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import styles from './OrderHistory.module.css';
import { OrderRow } from './OrderRow.tsx';
import { ordersQuery } from '#/client/areas/shop/payment/orderQueries.ts';

/** The hash that leads here: it is none of a tab, so the cabinet shows its first one. */
const HASH = '#orders';

/** Everything the player ever ordered, with how it stands and what to do now. */
export function OrderHistory() {
  const { t } = useTranslation('shop');
  const { hash } = useLocation();
  const titleId = useId();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (hash === HASH) section.current?.scrollIntoView();
  }, [hash]);
  return (
    <section ref={section} className={styles.section} aria-labelledby={titleId}>
      <SectionHeading title={t('orders.title')} id={titleId} />
      <Orders />
    </section>
  );
}

function Orders() {
  const { t } = useTranslation('shop');
  const {
    data,
    isPending,
    isFetching,
    isFetchingNextPage,
    isFetchNextPageError,
    hasNextPage,
    fetchNextPage,
    refetch,
  } = useInfiniteQuery(ordersQuery);
  if (isPending)
    return (
      <Loading className={styles.orders} label={t('orders.loading')}>
        <Skeleton height="104px" />
        <Skeleton height="104px" />
        <Skeleton height="104px" />
      </Loading>
    );
  if (!data)
    return (
      <ErrorState
        title={t('orders.failed')}
        text={t('orders.failedText')}
        retryLabel={t('orders.retry')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  const orders = oncePerId(data.pages.flatMap((page) => page.orders));
  if (orders.length === 0)
    return (
      <EmptyState
        icon="card"
        title={t('orders.emptyTitle')}
        text={t('orders.emptyText')}
        picture={shopImage('items/bank-card')}
        action={
          <ButtonLink to={inLocale(pageConfig.locale, paths.donate)} variant="secondary" icon="arrowRight">
            {t('orders.toStore')}
          </ButtonLink>
        }
      />
    );
  return (
    <>
      <ul className={styles.orders}>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </ul>
      {(data.pages.length > 1 || hasNextPage) && (
        <ListEnd
          state={endOf({ hasNextPage, isFetchingNextPage, isFetchNextPageError })}
          onMore={() => void fetchNextPage()}
          moreLabel={t('orders.more')}
          loadingLabel={t('orders.loading')}
          completeLabel={t('orders.noMore')}
          failedLabel={t('orders.moreFailed')}
          retryLabel={t('orders.retry')}
        />
      )}
    </>
  );
}

/** An order made meanwhile moves the others on, so that the next page may begin with one that is shown already. */
const oncePerId = (orders: readonly Order[]) => [
  ...new Map(orders.map((order) => [order.id, order])).values(),
];

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
