import { useTranslation } from 'react-i18next';
import type { CountedTable } from '#/contract/operator/site.ts';
import { TICKETS } from '#/contract/fair.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { type Column, DataTable } from '../lists/DataTable.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import styles from './Fairness.module.css';

/** Declared and observed odds of each used odds table. Deviating tables are expanded. */
export function OddsTables({ tables }: { tables: readonly CountedTable[] }) {
  const { t } = useTranslation('operatorFairness');
  const { locale } = pageConfig;
  const unlikely = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 });
  return (
    <div className={styles.tables}>
      {tables.map(({ caseId, names, revision, draws, pValue, isDeviating, items }) => (
        <details key={`${caseId} ${revision}`} open={isDeviating} className={styles.table}>
          <summary>
            <span>{t('odds.table', { name: names[locale], revision })}</span>
            <span className={styles.quiet}>
              {t('odds.drawn', { draws: formatNumber(draws) })} ·{' '}
              {pValue === null ? t('odds.tooFew') : t('odds.chance', { p: unlikely.format(pValue) })}
            </span>
            {pValue !== null && (
              <StateMark tone={isDeviating ? 'bad' : 'good'}>
                {t(isDeviating ? 'odds.deviates' : 'odds.fits')}
              </StateMark>
            )}
          </summary>
          <Items label={t('odds.table', { name: names[locale], revision })} items={items} />
        </details>
      ))}
    </div>
  );
}

type Item = CountedTable['items'][number];

function Items({ label, items }: { label: string; items: readonly Item[] }) {
  const { t } = useTranslation('operatorFairness');
  const { locale } = pageConfig;
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 });
  const oneDigit = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const columns: Column<Item>[] = [
    { key: 'item', label: t('odds.item'), renderCell: ({ names }) => names[locale] },
    {
      key: 'declared',
      label: t('odds.declared'),
      kind: 'number',
      renderCell: ({ tickets }) => share.format(tickets / TICKETS),
    },
    {
      key: 'expected',
      label: t('odds.expected'),
      kind: 'number',
      renderCell: ({ expected }) => oneDigit.format(expected),
    },
    {
      key: 'observed',
      label: t('odds.observed'),
      kind: 'number',
      renderCell: ({ observed }) => formatNumber(observed),
    },
  ];
  return <DataTable label={label} columns={columns} rows={items} keyOf={({ itemId }) => itemId} />;
}
