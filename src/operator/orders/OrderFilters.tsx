import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ORDER_MARKS, type OrdersQuery, ordersQuery } from '#/contract/operator/orders.ts';
import { ORDER_STATES, PURCHASE_TYPES } from '#/contract/shop.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { centsOf, euroOf } from '../parts/typedEuro.ts';
import { FilterChoice, FilterInput, Filters } from '../parts/Filters.tsx';
import { countFilters } from '../parts/useListFilters.ts';

type Name = Exclude<keyof OrdersQuery, 'before' | 'after'>;

interface OrderFiltersProps {
  filters: OrdersQuery;
  /** Sets one filter; '' removes it. */
  onChange: (name: Name, value: string) => void;
  onClear: () => void;
}

/** Names of providers that orders may have; `coins` are bought with the balance. */
const PROVIDERS = ['stripe', 'btcpay', 'sandbox', 'coins'] as const;

const euroIn = (cents: string | undefined): string => (cents === undefined ? '' : euroOf(Number(cents)));

/** What the list of orders is narrowed by. */
export function OrderFilters({ filters, onChange, onClear }: OrderFiltersProps) {
  const { t } = useTranslation(['operatorOrders', 'operator']);
  const [wrong, setWrong] = useState<Name>();
  const count = countFilters(filters);

  /** Takes a typed value if the server would take it. */
  function type(name: Name, value: string, meant: string | undefined = value) {
    const isValid = value === '' || (meant !== undefined && ordersQuery.shape[name].safeParse(meant).success);
    setWrong(isValid ? undefined : name);
    if (isValid) onChange(name, value === '' ? '' : (meant ?? ''));
  }
  const errorOf = (name: Name) => (wrong === name ? t('operator:filters.wrong') : undefined);
  const choice = (name: Name, label: string, options: { value: string; label: string }[]) => (
    <FilterChoice
      label={label}
      anyLabel={t('operator:filters.any')}
      options={options}
      value={filters[name] ?? ''}
      onValueChange={(value) => onChange(name, value)}
    />
  );

  return (
    <Filters label={t('operator:filters.label')} count={count}>
      {choice(
        'state',
        t('operator:fields.state'),
        ORDER_STATES.map((value) => ({ value, label: t(`orderStates.${value}`) })),
      )}
      {choice(
        'mark',
        t('operator:filters.mark'),
        ORDER_MARKS.map((value) => ({ value, label: t(`orderMarks.${value}`) })),
      )}
      {choice(
        'product',
        t('operator:orders.product'),
        PURCHASE_TYPES.map((value) => ({ value, label: t(`purchaseTypes.${value}`) })),
      )}
      {choice(
        'provider',
        t('operator:orders.provider'),
        PROVIDERS.map((value) => ({ value, label: t(`providers.${value}`) })),
      )}
      {(['fromDay', 'toDay'] as const).map((name) => (
        <FilterInput
          key={name}
          label={t(`operator:filters.${name}`)}
          type="date"
          value={filters[name] ?? ''}
          error={errorOf(name)}
          onValueChange={(value) => type(name, value)}
        />
      ))}
      {(['fromCents', 'toCents'] as const).map((name) => (
        <FilterInput
          key={name}
          label={t(`operator:filters.${name}`)}
          inputMode="decimal"
          value={euroIn(filters[name])}
          error={errorOf(name)}
          onValueChange={(value) => type(name, value, centsOf(value)?.toString())}
        />
      ))}
      {(['discount', 'server', 'player'] as const).map((name) => (
        <FilterInput
          key={name}
          label={t(`operator:filters.${name}`)}
          value={filters[name] ?? ''}
          error={errorOf(name)}
          onValueChange={(value) => type(name, value)}
        />
      ))}
      {count > 0 && (
        <Button variant="quiet" size="small" icon="close" onClick={onClear}>
          {t('operator:filters.clear')}
        </Button>
      )}
    </Filters>
  );
}
