import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { OrderReply } from '#/contract/operator/orders.ts';
import { ApiError } from '#/client/platform/api/api.ts';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { CopyButton } from '#/client/ui/inputs/CopyButton.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { QueryView } from '../parts/QueryView.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { OrderActs } from './OrderActs.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { orderQuery } from './orderQueries.ts';
import styles from './OrderPage.module.css';
import { OrderTimeline } from './OrderTimeline.tsx';
import { ORDER_TONES, useOrderWords } from './useOrderWords.ts';

/** One order: what was bought, what happened, what is left of it, and what can be done. */
export function OrderPage() {
  const { t } = useTranslation(['operatorOrders', 'operator']);
  const { id = '' } = useParams();
  const order = useQuery(orderQuery(id));
  const isMissing = order.error instanceof ApiError && [404, 422, 400].includes(order.error.status);
  return (
    <>
      <p>
        <Link to="/orders" className={styles.back}>
          <Icon name="arrowLeft" />
          {t('operator:orders.title')}
        </Link>
      </p>
      {isMissing && !order.data ? (
        <EmptyState icon="card" as="h1" title={t('order.missing')} text={t('order.missingText')} />
      ) : (
        <QueryView query={order} height="560px">
          {(data) => <Order key={data.id} order={data} />}
        </QueryView>
      )}
    </>
  );
}

function Order({ order }: { order: OrderReply }) {
  const { t } = useTranslation(['operatorOrders', 'operator']);
  const { productOf, sumOf } = useOrderWords();
  return (
    <>
      <PageHead title={t('order.title', { what: productOf(order.quote), sum: sumOf(order.quote) })}>
        <OrderActs order={order} />
      </PageHead>
      <div className={styles.number}>
        <StateMark tone={ORDER_TONES[order.state]}>{t(`orderStates.${order.state}`)}</StateMark>
        <code>{order.id}</code>
        <CopyButton text={order.id} label={t('operator:copy')} copiedLabel={t('operator:copied')} />
      </div>
      <div className={styles.columns}>
        <OrderTimeline lines={order.timeline} />
        <OrderFacts order={order} />
      </div>
    </>
  );
}
