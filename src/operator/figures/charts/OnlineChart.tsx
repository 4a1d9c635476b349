import { useTranslation } from 'react-i18next';
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { Dashboard } from '#/contract/operator/figures/dashboard.ts';
import { formatDay } from '#/client/platform/i18n/formatDate.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { formatHour, formatShortDay, formatShortNumber } from './figureFormats.ts';
import { ChartCard, type Series } from './ChartCard.tsx';
import { AXIS, GRID, STILL, Tip } from './chartParts.tsx';
import { LOOKS } from './looks.ts';

/** Whether the points are hours instead of days. */
const isHourly = (points: Dashboard['online']) => points.some(({ at }) => !at.includes('T00:00'));

/** Players online: mean and maximum of each hour or day. */
export function OnlineChart({ data: { online } }: { data: Dashboard }) {
  const { t } = useTranslation('operatorDashboard');
  const hourly = isHourly(online);
  const nameOf = hourly ? formatHour : formatDay;
  const series: Series[] = [
    { key: 'average', label: t('charts.average'), look: 'line' },
    { key: 'peak', label: t('charts.peak'), look: 'dashed' },
  ];
  return (
    <ChartCard
      wide
      title={t('charts.online')}
      series={series}
      rows={online}
      columns={[
        { key: 'at', label: t('charts.day'), renderCell: ({ at }) => nameOf(at) },
        {
          key: 'average',
          label: t('charts.average'),
          kind: 'number',
          renderCell: ({ average }) => formatNumber(average),
        },
        {
          key: 'peak',
          label: t('charts.peak'),
          kind: 'number',
          renderCell: ({ peak }) => formatNumber(peak),
        },
      ]}
      keyOf={({ at }) => at}
      isEmpty={online.length === 0}
    >
      <ResponsiveContainer width="100%" height={240}>
        <LineChart data={online} title={t('charts.online')}>
          <CartesianGrid {...GRID} vertical={false} />
          <XAxis
            dataKey="at"
            {...AXIS}
            tickFormatter={hourly ? formatHour : formatShortDay}
            minTickGap={32}
          />
          <YAxis {...AXIS} axisLine={false} tickFormatter={formatShortNumber} width={60} />
          <Tooltip
            cursor={{ stroke: AXIS.stroke }}
            {...STILL}
            content={<Tip formatLabel={nameOf} formatValue={(value) => formatNumber(value)} />}
          />
          {series.map(({ key, label, look }) => (
            <Line
              key={key}
              dataKey={key}
              name={label}
              type="linear"
              stroke={LOOKS[look].color}
              strokeWidth={2}
              strokeDasharray={LOOKS[look].dash ?? 'none'}
              dot={online.length === 1}
              {...STILL}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </ChartCard>
  );
}
