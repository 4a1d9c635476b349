import { useTranslation } from 'react-i18next';
import type { Dashboard } from '#/contract/operator/figures/dashboard.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { formatDuration } from './figureFormats.ts';
import { ChartCard, type Series } from './ChartCard.tsx';
import { RowBars } from './RowBars.tsx';

/** Time until the game gave a delivery, by server. */
export function HandingOverChart({ data: { handedOver, servers } }: { data: Dashboard }) {
  const { t } = useTranslation('operatorDashboard');
  const series: Series[] = [
    { key: 'median', label: t('charts.median'), look: 'plain' },
    { key: 'longest', label: t('charts.longest'), look: 'hatched' },
  ];
  const rows = handedOver.map(({ server, count, medianSeconds, longestSeconds }) => ({
    name: servers.find(({ key }) => key === server)?.names[pageConfig.locale] ?? server,
    count,
    median: medianSeconds,
    longest: longestSeconds,
  }));
  return (
    <ChartCard
      title={t('charts.handingOver')}
      note={t('charts.handingOverNote')}
      series={series}
      rows={rows}
      columns={[
        { key: 'name', label: t('range.server'), renderCell: ({ name }) => name },
        {
          key: 'count',
          label: t('tiles.handedOver'),
          kind: 'number',
          renderCell: ({ count }) => formatNumber(count),
        },
        {
          key: 'median',
          label: t('charts.median'),
          kind: 'number',
          renderCell: ({ median }) => formatDuration(median),
        },
        {
          key: 'longest',
          label: t('charts.longest'),
          kind: 'number',
          renderCell: ({ longest }) => formatDuration(longest),
        },
      ]}
      keyOf={({ name }) => name}
      isEmpty={rows.length === 0}
    >
      <RowBars
        isLog
        title={t('charts.handingOver')}
        rows={rows}
        series={series}
        formatValue={formatDuration}
      />
    </ChartCard>
  );
}
