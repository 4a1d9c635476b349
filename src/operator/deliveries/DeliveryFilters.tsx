import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type DeliveriesQuery,
  deliveriesQuery,
  DELIVERY_MARKS,
  DELIVERY_STATES,
  type DeliveryFilters as Chosen,
  OPEN_FOR_HOURS,
} from '#/contract/operator/deliveries.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { FilterChoice, FilterInput, Filters } from '../parts/Filters.tsx';
import { countFilters } from '../parts/useListFilters.ts';

type Name = keyof Chosen;

interface DeliveryFiltersProps {
  filters: DeliveriesQuery;
  /** Sets one filter; '' removes it. */
  onChange: (name: Name, value: string) => void;
  onClear: () => void;
}

/** What the list of deliveries is narrowed by. */
export function DeliveryFilters({ filters, onChange, onClear }: DeliveryFiltersProps) {
  const { t } = useTranslation(['operatorGame', 'operator']);
  const [wrong, setWrong] = useState<Name>();
  const count = countFilters(filters);

  /** Takes a typed value if the server would take it. */
  function type(name: Name, value: string) {
    const isValid = value === '' || deliveriesQuery.shape[name].safeParse(value).success;
    setWrong(isValid ? undefined : name);
    if (isValid) onChange(name, value);
  }
  const choice = (name: Name, label: string, options: { value: string; label: string }[]) => (
    <FilterChoice
      label={label}
      anyLabel={t('operator:filters.any')}
      options={options}
      value={filters[name] ?? ''}
      onValueChange={(value) => onChange(name, value)}
    />
  );
  const labels = {
    server: t('operator:filters.server'),
    code: t('deliveries.code'),
    player: t('operator:filters.player'),
    order: t('deliveries.orderId'),
  };

  return (
    <Filters label={t('deliveries.filterLabel')} count={count}>
      {choice(
        'state',
        t('operator:fields.state'),
        DELIVERY_STATES.map((value) => ({ value, label: t(`operator:deliveryStates.${value}`) })),
      )}
      {choice(
        'mark',
        t('deliveries.mark'),
        DELIVERY_MARKS.map((value) => ({ value, label: t(`deliveries.marks.${value}`) })),
      )}
      {choice(
        'openForHours',
        t('deliveries.openFor'),
        OPEN_FOR_HOURS.map((value) => ({ value, label: t(`deliveries.hours.${value}`) })),
      )}
      {(['server', 'code', 'player', 'order'] as const).map((name) => (
        <FilterInput
          key={name}
          label={labels[name]}
          value={filters[name] ?? ''}
          error={wrong === name ? t('operator:filters.wrong') : undefined}
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
