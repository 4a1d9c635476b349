/** Random numbers that are the same for the same seed (mulberry32). */
export function randomOf(seed: number): {
  below: (limit: number) => number;
  shuffled: <T>(list: readonly T[]) => T[];
} {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    shuffled: (list) => {
      const result = [...list];
      for (let at = result.length - 1; at > 0; at--) {
        const other = below(at + 1);
        [result[at], result[other]] = [result[other]!, result[at]!];
      }
      return result;
    },
  };
}
