import { RARITIES, type Rarity } from '#/contract/cases.ts';

/** All inputs of a scene besides `tuning.json`. The same conditions show the same picture. */
export interface Conditions {
  items: number;
  /** Index of the winning item, from 1; 0 means the first of the rarity. */
  winner: number;
  rarity: Rarity;
  /** Name of the draw, the seed of everything random. */
  draw: string;
  /** Delay of the server's answer, ms. */
  delay: number;
  fails: boolean;
  pace: 'full' | 'quick' | 'still';
  /** Time of the skip, ms; 0 for no skip. */
  skip: number;
  /** Emulated refresh rate, Hz; 0 for the screen's own rate. */
  rate: number;
  /** Speed of the time, percent. */
  speed: number;
  /** Extra work in every frame, ms. */
  busy: number;
  /** Pieces opened at once. */
  count: number;
  /** Picture of the case. */
  crate: string;
  /** The chosen server, from 0. */
  lane: number;
  /** Time of the paused scene, ms; -1 when it plays from the start. */
  at: number;
}

export const CONDITIONS: Conditions = {
  items: 12,
  winner: 0,
  rarity: 'epic',
  draw: 'night-1',
  delay: 500,
  fails: false,
  pace: 'full',
  skip: 0,
  rate: 0,
  speed: 100,
  busy: 0,
  count: 10,
  crate: 'night-heist',
  lane: 0,
  at: -1,
};

export const MOST_ITEMS = 24;
export const LANES = 4;
export const RATES_HZ = [0, 30, 60, 120, 144];

const PACES = ['full', 'quick', 'still'] as const;
const between = (least: number, most: number) => (value: number) => Math.min(most, Math.max(least, value));
const FIT: {
  [K in keyof Conditions as Conditions[K] extends number ? K : never]: (value: number) => number;
} = {
  items: between(2, MOST_ITEMS),
  winner: between(0, MOST_ITEMS),
  delay: between(0, 50_000),
  skip: between(0, 60_000),
  rate: (value) => (RATES_HZ.includes(value) ? value : 0),
  speed: between(5, 400),
  busy: between(0, 100),
  count: between(1, 100),
  lane: between(0, LANES - 1),
  at: between(-1, 120_000),
};

/** Reads conditions from an address. Invalid values are replaced by the defaults. */
export function readConditions(values: Readonly<Record<string, string>>): Conditions {
  const conditions = { ...CONDITIONS };
  for (const [key, fit] of Object.entries(FIT) as [keyof typeof FIT, (value: number) => number][]) {
    const value = Math.round(Number(values[key] ?? Number.NaN));
    if (Number.isFinite(value)) conditions[key] = fit(value);
  }
  conditions.rarity = RARITIES.find((rarity) => rarity === values['rarity']) ?? conditions.rarity;
  conditions.pace = PACES.find((pace) => pace === values['pace']) ?? conditions.pace;
  conditions.fails = values['fails'] === 'true';
  conditions.draw = values['draw']?.slice(0, 80) || conditions.draw;
  conditions.crate = /^[\w-]{1,40}$/.test(values['crate'] ?? '') ? (values['crate'] ?? '') : conditions.crate;
  return conditions;
}

const asTexts = (entries: readonly [string, unknown][]) =>
  Object.fromEntries(entries.map(([key, value]) => [key, String(value)]));

/**
 * Writes the conditions that differ from the defaults, in the form in which they will be read: too large numbers are
 * limited.
 */
export function writeConditions(conditions: Conditions): Record<string, string> {
  const fitting = readConditions(asTexts(Object.entries(conditions)));
  return asTexts(
    Object.entries(fitting).filter(([key, value]) => value !== CONDITIONS[key as keyof Conditions]),
  );
}
