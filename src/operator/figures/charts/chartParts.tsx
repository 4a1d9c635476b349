import type { TooltipContentProps } from 'recharts';
import styles from './Charts.module.css';

/** Looks that all charts share. Animations are off, because operators read numbers. */
export const AXIS = {
  stroke: 'var(--stroke-strong)',
  tick: { fill: 'var(--faint)', fontSize: 12 },
  tickLine: false,
} as const;
export const GRID = { stroke: 'var(--stroke)', strokeDasharray: '2 4' } as const;
export const CURSOR = { fill: 'var(--raised)', stroke: 'var(--stroke-strong)' } as const;
export const STILL = { isAnimationActive: false } as const;

interface TipProps extends Partial<TooltipContentProps> {
  formatLabel: (label: string) => string;
  formatValue: (value: number, key: string) => string;
}

/** Tooltip with the numbers at the pointer or at the keyboard's position. */
export function Tip({ active, label, payload, formatLabel, formatValue }: TipProps) {
  if (!active || !payload || payload.length === 0) return null;
  return (
    <div className={styles.tip}>
      <p>{formatLabel(String(label))}</p>
      <dl>
        {payload.map(({ dataKey, name, value }) => (
          <div key={String(dataKey)}>
            <dt>{String(name)}</dt>
            <dd>{formatValue(Number(value), String(dataKey))}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
