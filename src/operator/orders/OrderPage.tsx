import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { OrderReply } from '#/contract/operator/orders.ts';
import { CopyButton } from '#/client/ui/inputs/CopyButton.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { RecordColumns, RecordLine, RecordPage } from '../parts/RecordPage.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { OrderActs } from './OrderActs.tsx';
import { OrderFacts } from './OrderFacts.tsx';
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

function Copy({ text }: { text: string }) {
  const { t } = useTranslation('operator');
  return <CopyButton variant="quiet" text={text} label={t('copy')} copiedLabel={t('copied')} />;
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
        <code>{order.number}</code>
        <Copy text={order.number} />
        <code>{order.id}</code>
        <Copy text={order.id} />
      </RecordLine>
      <RecordColumns>
        <OrderTimeline lines={order.timeline} />
        <OrderFacts order={order} />
      </RecordColumns>
    </>
  );
}
