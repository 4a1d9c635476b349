import { useTranslation } from 'react-i18next';
import { Bar, BarChart, CartesianGrid, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { Dashboard } from '#/contract/operator/figures/dashboard.ts';
import { daysOf } from '#/contract/operator/figures/dayRange.ts';
import { formatDay } from '#/client/platform/i18n/formatDate.ts';
import { formatEuro } from '#/client/platform/i18n/formatNumber.ts';
import type { Column } from '../../parts/DataTable.tsx';
import { formatShortDay, formatShortEuro } from './figureFormats.ts';
import { ChartCard, type Series } from './ChartCard.tsx';
import { AXIS, CURSOR, GRID, STILL, Tip } from './chartParts.tsx';
import { AREA_LOOKS, fillOf, LOOKS } from './looks.ts';

/** Cents of a day: what each provider was paid, and what went back. */
type DayRow = { day: string } & Record<string, number | string>;
const BACK = 'back';

/** The days of a range with the money of each; a day without money has zeroes. */
export function moneyRows({ from, to, money }: Pick<Dashboard, 'from' | 'to' | 'money'>): {
  providers: string[];
  rows: DayRow[];
} {
  const providers = [...new Set(money.map(({ provider }) => provider))].toSorted();
  const rows = daysOf({ from, to }).map((day) => {
    const row: DayRow = { day, [BACK]: 0 };
    for (const provider of providers) row[provider] = 0;
    return row;
  });
  const byDay = new Map(rows.map((row) => [row.day, row]));
  for (const { day, provider, paidCents, refundedCents, chargedBackCents } of money) {
    const row = byDay.get(day);
    if (!row) continue;
    row[provider] = paidCents;
    row[BACK] = Number(row[BACK]) - refundedCents - chargedBackCents;
  }
  return { providers, rows };
}

/** Money by day, stacked by provider; what went back hangs below. */
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
