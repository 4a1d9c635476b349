import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { Order } from '#/contract/orders.ts';
import { shopImage } from '#/client/platform/media/images.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { PagedList } from '#/client/ui/feedback/PagedList.tsx';
import { SectionHeading } from '#/client/ui/display/SectionHeading.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { loadErrorText } from '#/client/platform/i18n/errorText.ts';
import styles from './OrderHistory.module.css';
import { OrderMonths } from './OrderMonths.tsx';
import { ordersQuery } from '#/client/areas/shop/payment/orderQueries.ts';

/** Hash of the link to this list. No tab has it, so the cabinet shows its first tab. */
const HASH = '#orders';

/** All orders of the player, with their state and the next step. */
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
  const query = useInfiniteQuery(ordersQuery);
  return (
    <PagedList
      query={query}
      itemsOf={(page) => page.orders}
      labels={{
        loading: t('orders.loading'),
        retry: t('orders.retry'),
        failed: t('orders.failed'),
        failedText: loadErrorText(query.error, t('orders.failedText')),
        more: t('orders.more'),
        moreFailed: t('orders.moreFailed'),
        complete: t('orders.noMore'),
      }}
      skeleton={
        <div className={styles.orders}>
          <Skeleton height="104px" />
          <Skeleton height="104px" />
          <Skeleton height="104px" />
        </div>
      }
      empty={
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
      }
    >
      {(orders, end) => (
        <>
          <OrderMonths
            orders={oncePerId(orders)}
            months={query.data?.pages.flatMap(({ months }) => months) ?? []}
          />
          {end}
        </>
      )}
    </PagedList>
  );
}

/** Removes repeated orders: a new order moves the others down, so the next page may begin with one that is listed. */
const oncePerId = (orders: readonly Order[]) => [
  ...new Map(orders.map((order) => [order.id, order])).values(),
];
