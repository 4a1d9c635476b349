import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { DeliveryReply } from '#/contract/operator/deliveries.ts';
import { PageHead } from '../parts/PageHead.tsx';
import { RecordColumns, RecordLine, RecordPage } from '../parts/RecordPage.tsx';
import { DeliveryState } from '../parts/DeliveryState.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { DeliveryActs } from './DeliveryActs.tsx';
import { DeliveryFacts } from './DeliveryFacts.tsx';
import { deliveryQuery } from './deliveryQueries.ts';
import { DeliveryTimeline } from './DeliveryTimeline.tsx';
import { useDeliveryWords } from './useDeliveryWords.ts';

/** A delivery: its contents, player, timeline and possible decisions. */
export function DeliveryPage() {
  const { t } = useTranslation(['operatorGame', 'operator']);
  const { id = '' } = useParams();
  const delivery = useQuery(deliveryQuery(id));
  return (
    <RecordPage
      list={{ to: '/deliveries', label: t('deliveries.title') }}
      query={delivery}
      missing={{ icon: 'gift', title: t('deliveries.missing'), text: t('deliveries.missingText') }}
    >
      {(data) => <Delivery key={data.id} delivery={data} />}
    </RecordPage>
  );
}

function Delivery({ delivery }: { delivery: DeliveryReply }) {
  const { t } = useTranslation(['operatorGame', 'operator']);
  const { thingOf } = useDeliveryWords();
  const { id, state, isMoneyBack } = delivery;
  return (
    <>
      <PageHead title={t('deliveries.pageTitle', { no: id })} lead={thingOf(delivery)}>
        <DeliveryActs delivery={delivery} />
      </PageHead>
      <RecordLine>
        <DeliveryState state={state} />
        {isMoneyBack && <StateMark tone="bad">{t('deliveries.moneyBack')}</StateMark>}
      </RecordLine>
      <RecordColumns>
        <DeliveryTimeline lines={delivery.timeline} />
        <DeliveryFacts delivery={delivery} />
      </RecordColumns>
    </>
  );
}
