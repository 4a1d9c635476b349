import { useTranslation } from 'react-i18next';
import type { Dashboard } from '#/contract/operator/figures/dashboard.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { FilterChoice, FilterInput } from '../lists/Filters.tsx';
import styles from './RangeBar.module.css';
import { PRESETS, type useRange } from './useRange.ts';

interface RangeBarProps {
  range: ReturnType<typeof useRange>;
  /** Empty while the servers are loading. Absent for figures that belong to no server. */
  servers?: Dashboard['servers'];
}

/** Selects the days of the figures, and their server. */
export function RangeBar({ range, servers }: RangeBarProps) {
  const { t } = useTranslation(['operatorDashboard', 'operator']);
  const { query, preset, choosePreset, chooseDays, chooseServer, lastMonth } = range;
  return (
    <search className={styles.bar} aria-label={t('range.label')}>
      <fieldset className={styles.presets}>
        <legend className="unseen">{t('range.preset')}</legend>
        {PRESETS.map((days) => (
          <button key={days} type="button" aria-pressed={preset === days} onClick={() => choosePreset(days)}>
            {days === 1 ? t('range.today') : t('range.days', { count: days })}
          </button>
        ))}
        <button
          type="button"
          aria-pressed={!preset && query.from === lastMonth.from && query.to === lastMonth.to}
          onClick={() => chooseDays(lastMonth)}
        >
          {t('range.lastMonth')}
        </button>
      </fieldset>
      <div className={styles.days} data-preset={preset}>
        <FilterInput
          label={t('range.from')}
          type="date"
          value={query.from}
          onValueChange={(from) => chooseDays({ from })}
        />
        <FilterInput
          label={t('range.to')}
          type="date"
          value={query.to}
          onValueChange={(to) => chooseDays({ to })}
        />
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
