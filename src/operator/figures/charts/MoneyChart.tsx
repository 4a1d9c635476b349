import { useTranslation } from 'react-i18next';
import {
  Bar,
  BarChart,
  CartesianGrid,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { Dashboard } from '#/contract/operator/figures/dashboard.ts';
import { formatDay } from '#/client/platform/i18n/formatDate.ts';
import { formatEuro } from '#/client/platform/i18n/formatNumber.ts';
import type { Column } from '../../lists/DataTable.tsx';
import { formatShortDay, formatShortEuro } from './figureFormats.ts';
import { ChartCard, type Series } from './ChartCard.tsx';
import { AXIS, CURSOR, GRID, STILL, Tip } from './chartParts.tsx';
import { AREA_LOOKS, fillOf, LOOKS } from './looks.ts';
import { BACK, type DayRow, moneyRows } from './moneyRows.ts';

/** Money by day, stacked by provider. Refunds hang below the axis. */
export function MoneyChart({ data }: { data: Dashboard }) {
  const { t } = useTranslation('operatorDashboard');
  const { providers, rows } = moneyRows(data);
  const series: Series[] = [
    ...providers.map((key, at) => ({
      key,
      label: t(`providers.${key as 'stripe'}`),
      look: AREA_LOOKS[at % AREA_LOOKS.length]!,
    })),
    { key: BACK, label: t('charts.wentBack'), look: 'crossed' },
  ];
  const columns: Column<DayRow>[] = [
    { key: 'day', label: t('charts.day'), renderCell: ({ day }) => formatDay(day) },
    ...series.map(({ key, label }): Column<DayRow> => ({
      key,
      label,
      kind: 'number',
      renderCell: (row) => formatEuro(Number(row[key])),
    })),
  ];
  return (
    <ChartCard
      wide
      title={t('charts.money')}
      note={t('charts.moneyNote')}
      series={series}
      rows={rows}
      columns={columns}
      keyOf={({ day }) => day}
      isEmpty={data.money.length === 0}
    >
      <ResponsiveContainer width="100%" height={280}>
        <BarChart data={rows} stackOffset="sign" title={t('charts.money')}>
          <CartesianGrid {...GRID} vertical={false} />
          <XAxis dataKey="day" {...AXIS} tickFormatter={formatShortDay} minTickGap={24} />
          <YAxis {...AXIS} axisLine={false} tickFormatter={formatShortEuro} width={64} />
          <ReferenceLine y={0} stroke={AXIS.stroke} />
          <Tooltip
            cursor={CURSOR}
            {...STILL}
            content={<Tip formatLabel={formatDay} formatValue={(value) => formatEuro(value)} />}
          />
          {series.map(({ key, label, look }) => (
            <Bar
              key={key}
              dataKey={key}
              name={label}
              stackId="money"
              fill={fillOf(look)}
              stroke={LOOKS[look].color}
              maxBarSize={40}
              {...STILL}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </ChartCard>
  );
}
