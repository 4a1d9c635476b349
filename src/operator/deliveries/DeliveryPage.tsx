import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { DeliveryReply } from '#/contract/operator/deliveries.ts';
import { ApiError } from '#/client/platform/api/api.ts';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import page from '../orders/OrderPage.module.css';
import { PageHead } from '../parts/PageHead.tsx';
import { QueryView } from '../parts/QueryView.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { DeliveryActs } from './DeliveryActs.tsx';
import { DeliveryFacts } from './DeliveryFacts.tsx';
import { deliveryQuery } from './deliveryQueries.ts';
import { DeliveryTimeline } from './DeliveryTimeline.tsx';
import { DELIVERY_TONES, useDeliveryWords } from './useDeliveryWords.ts';

/** One delivery: what it is, for whom, what happened, and what can be decided. */
export function DeliveryPage() {
  const { t } = useTranslation(['operatorGame', 'operator']);
  const { id = '' } = useParams();
  const delivery = useQuery(deliveryQuery(id));
  const isMissing = delivery.error instanceof ApiError && [404, 422, 400].includes(delivery.error.status);
  return (
    <>
      <p>
        <Link to="/deliveries" className={page.back}>
          <Icon name="arrowLeft" />
          {t('deliveries.title')}
        </Link>
      </p>
      {isMissing && !delivery.data ? (
        <EmptyState icon="gift" as="h1" title={t('deliveries.missing')} text={t('deliveries.missingText')} />
      ) : (
        <QueryView query={delivery} height="560px">
          {(data) => <Delivery key={data.id} delivery={data} />}
        </QueryView>
      )}
    </>
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
      <div className={page.number}>
        <StateMark tone={DELIVERY_TONES[state]}>{t(`operator:deliveryStates.${state}`)}</StateMark>
        {isMoneyBack && <StateMark tone="bad">{t('deliveries.moneyBack')}</StateMark>}
      </div>
      <div className={page.columns}>
        <DeliveryTimeline lines={delivery.timeline} />
        <DeliveryFacts delivery={delivery} />
      </div>
    </>
  );
}
