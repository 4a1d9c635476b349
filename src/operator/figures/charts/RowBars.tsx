import { Bar, BarChart, LabelList, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { Series } from './ChartCard.tsx';
import { AXIS, CURSOR, STILL, Tip } from './chartParts.tsx';
import { fillOf, LOOKS } from './looks.ts';

const ROW_PX = 34;
const BAR_PX = 14;
const NAMES_PX = 132;
const NUMBERS_PX = 84;

interface RowBarsProps {
  title: string;
  /** Each row has a `name` and a number for each of its series. */
  rows: readonly ({ name: string } & Record<string, string | number | undefined>)[];
  series: readonly Series[];
  formatValue: (value: number) => string;
  /** Whether the axis is logarithmic, for large and small numbers side by side. */
  isLog?: boolean;
  /** Whether all series share one line. Requires that no row has two series. */
  isOneLine?: boolean;
}

/** Horizontal bars with their numbers at the end, which fit long names on a phone. */
export function RowBars({
  title,
  rows,
  series,
  formatValue,
  isLog = false,
  isOneLine = false,
}: RowBarsProps) {
  const lines = isOneLine ? 1 : series.length;
  return (
    <ResponsiveContainer width="100%" height={rows.length * (ROW_PX + (lines - 1) * BAR_PX) + 8}>
      <BarChart
        data={[...rows]}
        layout="vertical"
        title={title}
        margin={{ top: 4, right: NUMBERS_PX, bottom: 4, left: 0 }}
        barGap={2}
      >
        <XAxis
          type="number"
          hide
          {...(isLog && { scale: 'log' as const, domain: [1, 'dataMax'] as const, allowDataOverflow: true })}
        />
        <YAxis
          type="category"
          dataKey="name"
          {...AXIS}
          axisLine={false}
          tick={{ ...AXIS.tick, fill: 'var(--muted)' }}
          width={NAMES_PX}
          interval={0}
        />
        <Tooltip
          cursor={CURSOR}
          {...STILL}
          content={<Tip formatLabel={(label) => label} formatValue={(value) => formatValue(value)} />}
        />
        {series.map(({ key, label, look }) => (
          <Bar
            key={key}
            dataKey={key}
            name={label}
            fill={fillOf(look)}
            stroke={LOOKS[look].color}
            barSize={BAR_PX}
            {...(isOneLine && { stackId: 'line' })}
            {...STILL}
          >
            <LabelList
              dataKey={key}
              position="right"
              fill="var(--text)"
              fontSize={12}
              formatter={(value) => (value === undefined || value === null ? '' : formatValue(Number(value)))}
            />
          </Bar>
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}
