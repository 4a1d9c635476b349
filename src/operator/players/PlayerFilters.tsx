import { useTranslation } from 'react-i18next';
import {
  ACCOUNT_STATES,
  PLAYER_MARKS,
  type PlayersQuery,
  playersQuery,
} from '#/contract/operator/players.ts';
import { FilterInput } from '../lists/FilterInput.tsx';
import { FilterChoice, Filters } from '../lists/Filters.tsx';
import { useFilterFields } from '../lists/useFilterFields.ts';
import { countFilters } from '../lists/useListFilters.ts';

interface PlayerFiltersProps {
  filters: PlayersQuery;
  /** Sets one filter; '' removes it. */
  onChange: (name: string, value: string) => void;
  onClear: () => void;
}

/** The filters of the list of players. */
export function PlayerFilters({ filters, onChange, onClear }: PlayerFiltersProps) {
  const { t } = useTranslation(['operatorPlayers', 'operator']);
  const field = useFilterFields(playersQuery, filters, onChange);
  return (
    <Filters label={t('operator:filters.label')} count={countFilters(filters)} onClear={onClear}>
      <FilterInput label={t('players.login')} {...field('login')} />
      <FilterInput label={t('operator:filters.server')} {...field('server')} />
      <FilterChoice
        label={t('operator:fields.state')}
        options={ACCOUNT_STATES.map((value) => ({ value, label: t(`operator:accountStates.${value}`) }))}
        {...field('state')}
      />
      <FilterChoice
        label={t('players.mark')}
        options={PLAYER_MARKS.map((value) => ({ value, label: t(`playerMarks.${value}`) }))}
        {...field('mark')}
      />
    </Filters>
  );
}
