import { useTranslation } from 'react-i18next';
import type { Dashboard } from '#/contract/operator/figures/dashboard.ts';
import { formatCoins } from '#/client/platform/i18n/formatNumber.ts';
import { ChartCard, type Series } from './ChartCard.tsx';
import { RowBars } from './RowBars.tsx';

/** Issued and spent coins by cause. */
export function CoinsChart({ data: { issued, spent } }: { data: Dashboard }) {
  const { t } = useTranslation('operatorDashboard');
  const series: Series[] = [
    { key: 'issued', label: t('charts.issued'), look: 'plain' },
    { key: 'spent', label: t('charts.spent'), look: 'hatched' },
  ];
  const rows = [
    ...issued.map(({ cause, coins }) => ({ name: t(`causes.${cause}`), issued: coins })),
    ...spent.map(({ cause, coins }) => ({ name: t(`causes.${cause}`), spent: coins })),
  ] as { name: string; issued?: number; spent?: number }[];
  const shown = (coins: number | undefined) => (coins === undefined ? t('none') : formatCoins(coins));
  return (
    <ChartCard
      title={t('charts.coins')}
      series={series}
      rows={rows}
      columns={[
        { key: 'name', label: t('charts.cause'), renderCell: ({ name }) => name },
        {
          key: 'issued',
          label: t('charts.issued'),
          kind: 'number',
          renderCell: (row) => shown(row.issued),
        },
        { key: 'spent', label: t('charts.spent'), kind: 'number', renderCell: (row) => shown(row.spent) },
      ]}
      keyOf={({ name }) => name}
      isEmpty={[...issued, ...spent].every(({ coins }) => coins === 0)}
    >
      <RowBars isOneLine title={t('charts.coins')} rows={rows} series={series} formatValue={formatCoins} />
    </ChartCard>
  );
}
