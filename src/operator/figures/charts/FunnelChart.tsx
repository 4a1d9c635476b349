import { useTranslation } from 'react-i18next';
import type { Dashboard } from '#/contract/operator/figures/dashboard.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { formatShare } from './figureFormats.ts';
import { ChartCard, type Series } from './ChartCard.tsx';
import { RowBars } from './RowBars.tsx';

const STEPS = ['carts', 'orders', 'paid', 'granted'] as const;

/** How many carts of these days became orders and were paid. */
export function FunnelChart({ data: { funnel } }: { data: Dashboard }) {
  const { t } = useTranslation('operatorDashboard');
  const series: Series[] = [{ key: 'count', label: t('charts.count'), look: 'plain' }];
  const rows = STEPS.map((step) => ({
    name: t(`funnel.${step}`),
    count: funnel[step],
    share: funnel.carts === 0 ? 0 : funnel[step] / funnel.carts,
  }));
  return (
    <ChartCard
      title={t('charts.funnel')}
      note={t('charts.funnelNote')}
      rows={rows}
      columns={[
        { key: 'name', label: t('charts.step'), renderCell: ({ name }) => name },
        {
          key: 'count',
          label: t('charts.count'),
          kind: 'number',
          renderCell: ({ count }) => formatNumber(count),
        },
        {
          key: 'share',
          label: t('charts.ofCarts'),
          kind: 'number',
          renderCell: ({ share }) => formatShare(share),
        },
      ]}
      keyOf={({ name }) => name}
      isEmpty={funnel.carts === 0 && funnel.orders === 0}
    >
      <RowBars title={t('charts.funnel')} rows={rows} series={series} formatValue={formatNumber} />
    </ChartCard>
  );
}
