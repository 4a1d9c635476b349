import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { OrderReply } from '#/contract/operator/orders.ts';
import { CopyButton } from '#/client/ui/inputs/CopyButton.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { RecordColumns, RecordLine, RecordPage } from '../parts/RecordPage.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { FailedRefunds } from './FailedRefunds.tsx';
import { OrderActs } from './OrderActs.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import styles from './OrderPage.module.css';
import { orderQuery } from './orderQueries.ts';
import { OrderTimeline } from './OrderTimeline.tsx';
import { ORDER_TONES, useOrderWords } from './useOrderWords.ts';

/** An order: its contents, timeline, remaining goods and possible acts. */
export function OrderPage() {
  const { t } = useTranslation(['operatorOrders', 'operator']);
  const { id = '' } = useParams();
  const order = useQuery(orderQuery(id));
  return (
    <RecordPage
      list={{ to: '/orders', label: t('operator:orders.title') }}
      query={order}
      missing={{ icon: 'card', title: t('order.missing'), text: t('order.missingText') }}
    >
      {(data) => <Order key={data.id} order={data} />}
    </RecordPage>
  );
}

/** A text with the button that copies it. Both stay on one line. */
function Copied({ text }: { text: string }) {
  const { t } = useTranslation('operator');
  return (
    <span className={styles.copied}>
      <code>{text}</code>
      <CopyButton variant="quiet" text={text} label={t('copy')} copiedLabel={t('copied')} />
    </span>
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
      <RecordLine>
        <StateMark tone={ORDER_TONES[order.state]}>{t(`orderStates.${order.state}`)}</StateMark>
        <Copied text={order.number} />
        <Copied text={order.id} />
      </RecordLine>
      <FailedRefunds order={order} />
      <RecordColumns>
        <OrderTimeline lines={order.timeline} />
        <OrderFacts order={order} />
      </RecordColumns>
    </>
  );
}
