/**
 * Where a value lies on a road with stops at equal distances: 0 at the first one, 1 at the second; between two stops,
 * as far as it is between their values.
 * @param stops ascending, at least one
 */
export function stopPosition(stops: readonly number[], value: number): number {
  const after = stops.findIndex((stop) => stop >= value);
  if (after <= 0) return after === 0 ? 0 : stops.length - 1;
  const from = stops[after - 1] ?? value;
  const to = stops[after] ?? value;
  return after - 1 + (value - from) / (to - from);
}
