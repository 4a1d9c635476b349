import { useTranslation } from 'react-i18next';
import {
  type DeliveriesQuery,
  deliveriesQuery,
  DELIVERY_MARKS,
  DELIVERY_STATES,
  OPEN_FOR_HOURS,
} from '#/contract/operator/deliveries.ts';
import { FilterInput } from '../lists/FilterInput.tsx';
import { FilterChoice, Filters } from '../lists/Filters.tsx';
import { useFilterFields } from '../lists/useFilterFields.ts';
import { countFilters } from '../lists/useListFilters.ts';

interface DeliveryFiltersProps {
  filters: DeliveriesQuery;
  /** Sets one filter; '' removes it. */
  onChange: (name: string, value: string) => void;
  onClear: () => void;
}

/** The filters of the list of deliveries. */
export function DeliveryFilters({ filters, onChange, onClear }: DeliveryFiltersProps) {
  const { t } = useTranslation(['operatorGame', 'operator']);
  const field = useFilterFields(deliveriesQuery, filters, onChange);
  return (
    <Filters label={t('deliveries.filterLabel')} count={countFilters(filters)} onClear={onClear}>
      <FilterChoice
        label={t('operator:fields.state')}
        options={DELIVERY_STATES.map((value) => ({ value, label: t(`operator:deliveryStates.${value}`) }))}
        {...field('state')}
      />
      <FilterChoice
        label={t('deliveries.mark')}
        options={DELIVERY_MARKS.map((value) => ({ value, label: t(`deliveries.marks.${value}`) }))}
        {...field('mark')}
      />
      <FilterChoice
        label={t('deliveries.openFor')}
        options={OPEN_FOR_HOURS.map((value) => ({ value, label: t(`deliveries.hours.${value}`) }))}
        {...field('openForHours')}
      />
      <FilterInput label={t('operator:filters.server')} {...field('server')} />
      <FilterInput label={t('deliveries.code')} {...field('code')} />
      <FilterInput label={t('operator:filters.player')} {...field('player')} />
      <FilterInput label={t('deliveries.orderId')} {...field('order')} />
    </Filters>
  );
}
