import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  ACCOUNT_STATES,
  PLAYER_MARKS,
  type PlayersQuery,
  playersQuery,
} from '#/contract/operator/players.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { FilterChoice, FilterInput, Filters } from '../parts/Filters.tsx';
import { countFilters } from '../parts/useListFilters.ts';

type Name = Exclude<keyof PlayersQuery, 'before' | 'after'>;

interface PlayerFiltersProps {
  filters: PlayersQuery;
  /** Sets one filter; '' removes it. */
  onChange: (name: Name, value: string) => void;
  onClear: () => void;
}

/** What the list of players is narrowed by. */
export function PlayerFilters({ filters, onChange, onClear }: PlayerFiltersProps) {
  const { t } = useTranslation(['operatorPlayers', 'operator']);
  const [wrong, setWrong] = useState<Name>();
  const count = countFilters(filters);

  /** Takes a typed value if the server would take it. */
  function type(name: Name, value: string) {
    const isValid = value === '' || playersQuery.shape[name].safeParse(value).success;
    setWrong(isValid ? undefined : name);
    if (isValid) onChange(name, value);
  }

  return (
    <Filters label={t('operator:filters.label')} count={count}>
      {(['login', 'server'] as const).map((name) => (
        <FilterInput
          key={name}
          label={t(name === 'login' ? 'players.login' : 'operator:filters.server')}
          value={filters[name] ?? ''}
          error={wrong === name ? t('operator:filters.wrong') : undefined}
          onValueChange={(value) => type(name, value)}
        />
      ))}
      <FilterChoice
        label={t('operator:fields.state')}
        anyLabel={t('operator:filters.any')}
        options={ACCOUNT_STATES.map((value) => ({ value, label: t(`operator:accountStates.${value}`) }))}
        value={filters.state ?? ''}
        onValueChange={(value) => onChange('state', value)}
      />
      <FilterChoice
        label={t('players.mark')}
        anyLabel={t('operator:filters.any')}
        options={PLAYER_MARKS.map((value) => ({ value, label: t(`playerMarks.${value}`) }))}
        value={filters.mark ?? ''}
        onValueChange={(value) => onChange('mark', value)}
      />
      {count > 0 && (
        <Button variant="quiet" size="small" icon="close" onClick={onClear}>
          {t('operator:filters.clear')}
        </Button>
      )}
    </Filters>
  );
}
