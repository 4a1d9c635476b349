import { useTranslation } from 'react-i18next';
import { ORDER_MARKS, type OrdersQuery, ordersQuery } from '#/contract/operator/orders.ts';
import { ORDER_STATES } from '#/contract/orders.ts';
import { PURCHASE_TYPES } from '#/contract/shop.ts';
import { centsOf, euroOf } from '../parts/typedEuro.ts';
import { FilterInput } from '../lists/FilterInput.tsx';
import { FilterChoice, Filters } from '../lists/Filters.tsx';
import { useFilterFields } from '../lists/useFilterFields.ts';
import { countFilters } from '../lists/useListFilters.ts';

interface OrderFiltersProps {
  filters: OrdersQuery;
  /** Sets one filter; '' removes it. */
  onChange: (name: string, value: string) => void;
  onClear: () => void;
}

/** Names of the providers of orders. `coins` marks purchases with the balance. */
const PROVIDERS = ['stripe', 'btcpay', 'sandbox', 'coins'] as const;

/** Converts between cents in the address and euro on the page. */
const EUROS = {
  shown: (cents: string) => (cents === '' ? '' : euroOf(Number(cents))),
  meant: (typed: string) => centsOf(typed)?.toString(),
};

/** The filters of the list of orders. */
export function OrderFilters({ filters, onChange, onClear }: OrderFiltersProps) {
  const { t } = useTranslation(['operatorOrders', 'operator']);
  const field = useFilterFields(ordersQuery, filters, onChange);
  return (
    <Filters label={t('operator:filters.label')} count={countFilters(filters)} onClear={onClear}>
      <FilterChoice
        label={t('operator:fields.state')}
        options={ORDER_STATES.map((value) => ({ value, label: t(`orderStates.${value}`) }))}
        {...field('state')}
      />
      <FilterChoice
        label={t('operator:filters.mark')}
        options={ORDER_MARKS.map((value) => ({ value, label: t(`orderMarks.${value}`) }))}
        {...field('mark')}
      />
      <FilterChoice
        label={t('operator:orders.product')}
        options={PURCHASE_TYPES.map((value) => ({ value, label: t(`purchaseTypes.${value}`) }))}
        {...field('product')}
      />
      <FilterChoice
        label={t('operator:orders.provider')}
        options={PROVIDERS.map((value) => ({ value, label: t(`providers.${value}`) }))}
        {...field('provider')}
      />
      {(['fromDay', 'toDay'] as const).map((name) => (
        <FilterInput key={name} label={t(`operator:filters.${name}`)} type="date" {...field(name)} />
      ))}
      {(['fromCents', 'toCents'] as const).map((name) => (
        <FilterInput
          key={name}
          label={t(`operator:filters.${name}`)}
          inputMode="decimal"
          {...field(name, EUROS)}
        />
      ))}
      {(['discount', 'server', 'player'] as const).map((name) => (
        <FilterInput key={name} label={t(`operator:filters.${name}`)} {...field(name)} />
      ))}
    </Filters>
  );
}
