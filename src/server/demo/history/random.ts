/** Random numbers that are the same for the same seed. */
export interface Random {
  /** From 0 to below 1. */
  fraction: () => number;
  /** A whole number, both ends included. */
  between: (from: number, to: number) => number;
  /** True in this share of the calls. */
  chance: (share: number) => boolean;
  pick: <T>(list: readonly T[]) => T;
  /** An entry, chosen by its weight. */
  weighted: <T extends string>(weights: Readonly<Record<T, number>>) => T;
}

/** Creates a generator (mulberry32). Do not use it for secrets, because its numbers follow from the seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const fraction = () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    fraction,
    between: (from, to) => from + Math.floor(fraction() * (to - from + 1)),
    chance: (share) => fraction() < share,
    pick: (list) => list[Math.floor(fraction() * list.length)]!,
    weighted: <T extends string>(weights: Readonly<Record<T, number>>) => {
      const entries = Object.entries(weights) as [T, number][];
      let rest = fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      return entries.find(([, weight]) => (rest -= weight) < 0)?.[0] ?? entries[0]![0];
    },
  };
}
