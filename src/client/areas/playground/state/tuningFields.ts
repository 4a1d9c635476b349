/** A number of `tuning.json` with the range of its slider. */
export interface TuningField {
  /** As in `roulette.spin.tilePx`. */
  path: string;
  /** The path without its last part. */
  group: string;
  name: string;
  unit: string;
  value: number;
  min: number;
  max: number;
  step: number;
}

export interface TuningTree {
  readonly [key: string]: number | TuningTree;
}

interface Road {
  unit: string;
  min: number;
  max: number;
  step: number;
}

/** 1, 2 or 5 times a power of ten, at least `value`. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-6)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((round) => round >= value * 0.999_999) ?? value;
}

const SHARE: Road = { unit: '', min: 0, max: 1, step: 0.01 };

/** Lower limits of numbers for which the motion would be undefined. */
const LEAST: Record<string, number> = {
  topSpeedPxPerMs: 0.1,
  tilePx: 40,
  stripLength: 150,
  decelerateExponent: 2,
  accelerateMs: 1,
  decelerateMs: 1,
  maxPixelRatio: 0.5,
  growth: 1,
};

function roadOf(name: string, value: number): Road {
  const wide = roundUp(Math.max(value * 2, 1));
  const fine = (max: number) => Math.max(0.001, roundUp(max / 1000));
  if (name.endsWith('PxPerMs')) return { unit: 'px/ms', min: 0, max: Math.max(3, wide), step: 0.05 };
  if (name.endsWith('Ms')) return { unit: 'ms', min: 0, max: Math.max(200, wide), step: wide > 500 ? 10 : 5 };
  if (name.endsWith('Px')) return { unit: 'px', min: 0, max: Math.max(20, wide), step: 1 };
  if (name.endsWith('Rad')) return { unit: 'rad', min: 0, max: 1.5, step: 0.01 };
  if (name.endsWith('Scale')) return { unit: '×', min: 0, max: Math.max(2, wide), step: 0.01 };
  if (/(Alpha|Share|Speed|From|Volume|Spread|strength|rays|share)$/.test(name) && value <= 1) return SHARE;
  if (/(Exponent|growth|Ratio)$/.test(name)) return { unit: '', min: 0, max: 6, step: 0.1 };
  if (Number.isInteger(value)) return { unit: '', min: 0, max: Math.max(60, wide), step: 1 };
  return { unit: '', min: 0, max: Math.max(1, wide), step: fine(wide) };
}

/** Lists every number of the tree in order. Its range follows from the unit in its name and from its value. */
export function tuningFields(tree: TuningTree, group = ''): TuningField[] {
  return Object.entries(tree).flatMap(([name, value]): TuningField[] => {
    const path = group ? `${group}.${name}` : name;
    if (typeof value !== 'number') return tuningFields(value, path);
    const road = roadOf(name, Math.abs(value));
    const min = value < 0 ? -road.max : Math.max(road.min, LEAST[name] ?? 0);
    return [{ path, group, name, unit: road.unit, value, min, max: road.max, step: road.step }];
  });
}

/** Returns the tree with other numbers at some paths. Unchanged parts are shared. */
export function withNumbers<T extends TuningTree>(
  tree: T,
  numbers: Readonly<Record<string, number>>,
  at = '',
): T {
  const changed = Object.entries(tree).map(([name, value]) => {
    const path = at ? `${at}.${name}` : name;
    return [name, typeof value === 'number' ? (numbers[path] ?? value) : withNumbers(value, numbers, path)];
  });
  return Object.fromEntries(changed) as T;
}

const PREFIX = '~';

/** Reads changed numbers from an address: `~roulette.spin.tilePx=230`. Unknown and invalid ones are ignored. */
export function readNumbers(
  fields: readonly TuningField[],
  values: Readonly<Record<string, string>>,
): Record<string, number> {
  const numbers: Record<string, number> = {};
  for (const { path, value, min } of fields) {
    const wanted = Number(values[PREFIX + path] ?? Number.NaN);
    if (Number.isFinite(wanted) && wanted >= min && wanted !== value) numbers[path] = wanted;
  }
  return numbers;
}

/** Counts the numbers of an address that the file contains too, because they were saved. */
export function countSaved(fields: readonly TuningField[], values: Readonly<Record<string, string>>): number {
  return fields.filter(({ path, value }) => Number(values[PREFIX + path] ?? Number.NaN) === value).length;
}

/** Writes changed numbers as parameters of an address. */
export function writeNumbers(numbers: Readonly<Record<string, number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(numbers).map(([path, value]) => [PREFIX + path, String(value)]));
}
