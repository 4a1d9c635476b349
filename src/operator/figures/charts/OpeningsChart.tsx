import { useTranslation } from 'react-i18next';
import type { Dashboard } from '#/contract/operator/figures/dashboard.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { ChartCard, type Series } from './ChartCard.tsx';
import { RowBars } from './RowBars.tsx';

/** Number of cases in the chart. The table has all. */
const DRAWN = 8;

/** Opened cases, the most opened first. */
export function OpeningsChart({ data: { openings } }: { data: Dashboard }) {
  const { t } = useTranslation('operatorDashboard');
  const series: Series[] = [{ key: 'count', label: t('charts.count'), look: 'plain' }];
  const rows = openings.map(({ caseId, names, count }) => ({
    caseId,
    name: names[pageConfig.locale],
    count,
  }));
  return (
    <ChartCard
      title={t('charts.openings')}
      rows={rows}
      columns={[
        { key: 'name', label: t('charts.case'), renderCell: ({ name }) => name },
        {
          key: 'count',
          label: t('charts.count'),
          kind: 'number',
          renderCell: ({ count }) => formatNumber(count),
        },
      ]}
      keyOf={({ caseId }) => String(caseId)}
      isEmpty={openings.length === 0}
    >
      <RowBars
        title={t('charts.openings')}
        rows={rows.slice(0, DRAWN)}
        series={series}
        formatValue={formatNumber}
      />
    </ChartCard>
  );
}
