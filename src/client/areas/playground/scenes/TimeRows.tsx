import { CONDITIONS, type Conditions } from '#/client/areas/playground/state/conditions.ts';
import { NumberRow } from '#/client/areas/playground/kit/NumberRow.tsx';

const ROWS = [
  { key: 'delay', label: 'Answer after', unit: 'ms', min: 0, max: 8000, step: 50 },
  { key: 'skip', label: 'Skip after', unit: 'ms, 0 is never', min: 0, max: 8000, step: 50 },
  { key: 'speed', label: 'Time runs at', unit: '%', min: 5, max: 200, step: 5 },
  { key: 'busy', label: 'Slow device', unit: 'ms a frame', min: 0, max: 100, step: 1 },
] as const;

interface TimeRowsProps {
  conditions: Conditions;
  change: (changed: Partial<Conditions>) => void;
  /** The rows that the scene uses. */
  of: readonly (typeof ROWS)[number]['key'][];
}

/** Controls for the times of a scene and the speed of the device. */
export function TimeRows({ conditions, change, of }: TimeRowsProps) {
  return ROWS.filter(({ key }) => of.includes(key)).map(({ key, ...row }) => (
    <NumberRow
      key={key}
      {...row}
      value={conditions[key]}
      usual={CONDITIONS[key]}
      onValueChange={(value) => change({ [key]: Math.round(value) })}
    />
  ));
}
