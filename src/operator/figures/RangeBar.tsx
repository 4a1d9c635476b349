import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Dashboard } from '#/contract/operator/figures/dashboard.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { FilterInput } from '../lists/FilterInput.tsx';
import { FilterChoice } from '../lists/Filters.tsx';
import styles from './RangeBar.module.css';
import { isShowable, PRESETS, type useRange } from './useRange.ts';

interface RangeBarProps {
  range: ReturnType<typeof useRange>;
  /** Empty while the servers are loading. Absent for figures that belong to no server. */
  servers?: Dashboard['servers'];
}

/** Selects the days of the figures, and their server. */
export function RangeBar({ range, servers }: RangeBarProps) {
  const { t } = useTranslation(['operatorDashboard', 'operator']);
  const { query, preset, choosePreset, chooseDays, chooseServer, lastMonth } = range;
  const { field, forget } = useDayFields(range);
  const press = (choose: () => void) => () => {
    forget();
    choose();
  };
  return (
    <search className={styles.bar} aria-label={t('range.label')}>
      <fieldset className={styles.presets}>
        <legend className="unseen">{t('range.preset')}</legend>
        {PRESETS.map((count) => (
          <button
            key={count}
            type="button"
            aria-pressed={preset === count}
            onClick={press(() => choosePreset(count))}
          >
            {count === 1 ? t('range.today') : t('range.days', { count })}
          </button>
        ))}
        <button
          type="button"
          aria-pressed={!preset && query.from === lastMonth.from && query.to === lastMonth.to}
          onClick={press(() => chooseDays(lastMonth))}
        >
          {t('range.lastMonth')}
        </button>
      </fieldset>
      <div className={styles.days} data-preset={preset}>
        <FilterInput label={t('range.from')} type="date" {...field('from')} />
        <FilterInput label={t('range.to')} type="date" {...field('to')} />
        {servers && (
          <FilterChoice
            label={t('range.server')}
            value={query.server ?? ''}
            anyLabel={t('range.everyServer')}
            options={servers.map(({ key, names }) => ({ value: key, label: names[pageConfig.locale] }))}
            onValueChange={chooseServer}
          />
        )}
      </div>
    </search>
  );
}

type DayName = 'from' | 'to';

/**
 * Binds two fields to the days of a range. Days that make no range stay in their fields with an error, and the figures
 * stay those of the last range.
 * @returns field makes the properties of a field; forget sets both back to the range
 */
function useDayFields({ query, wrong, chooseDays }: RangeBarProps['range']) {
  const { t } = useTranslation('operator');
  const shown = { from: query.from, to: query.to };
  const address = `${shown.from} ${shown.to}`;
  const [typed, setTyped] = useState<{ address: string; days: typeof shown; name: DayName }>();
  // what was typed before the range changed in another way counts no more
  const kept = typed?.address === address ? typed : wrong && { days: wrong, name: 'to' };
  const field = (name: DayName) => ({
    value: (kept?.days ?? shown)[name],
    error: kept?.name === name ? t('filters.wrong') : undefined,
    onValueChange: (day: string) => {
      const days = { ...(kept?.days ?? shown), [name]: day };
      const isValid = isShowable(days);
      setTyped(isValid ? undefined : { address, days, name });
      if (isValid && (wrong || `${days.from} ${days.to}` !== address)) chooseDays(days);
    },
  });
  return { field, forget: () => setTyped(undefined) };
}
