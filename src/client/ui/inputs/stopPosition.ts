/**
 * Returns the position of a value on a track with stops at equal distances: 0 at the first stop, 1 at the second.
 * Between two stops it is proportional.
 * @param stops ascending, at least one
 */
export function stopPosition(stops: readonly number[], value: number): number {
  const after = stops.findIndex((stop) => stop >= value);
  if (after <= 0) return after === 0 ? 0 : stops.length - 1;
  const from = stops[after - 1] ?? value;
  const to = stops[after] ?? value;
  return after - 1 + (value - from) / (to - from);
}
