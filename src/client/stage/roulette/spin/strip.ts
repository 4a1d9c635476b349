/** An item of the strip. `tickets` are its declared odds. */
export interface StripItem {
  id: number;
  tickets: number;
}

/** An endless row of tiles: `order` repeats, except for the `pinned` tiles (R2). */
export interface Strip {
  /** Places in the list of items. */
  order: readonly number[];
  pinned: ReadonlyMap<number, number>;
}

/** Random numbers in [0, 1) from a seed (mulberry32). The same seed gives the same strip. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The seed of a name (FNV-1a), so that the same draw always looks the same. */
export function seedOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  // without this step similar names would start similar sequences
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/**
 * A strip of `length` tiles, each drawn with the declared odds: a rare prize passes by as seldom as it is won. Requires
 * at least one item.
 */
export function newStrip(items: readonly StripItem[], seed: number, length: number): Strip {
  const random = seededRandom(seed);
  const limits: number[] = [];
  let total = 0;
  for (const item of items) limits.push((total += Math.max(0, item.tickets)));
  const order = Array.from({ length }, () => {
    const ticket = random() * total;
    const place = limits.findIndex((limit) => ticket < limit);
    return place === -1 ? Math.floor(random() * items.length) : place;
  });
  return { order, pinned: new Map() };
}

/** The place in the list of items that tile `index` shows, for any index. */
export function itemAt(strip: Strip, index: number): number {
  const { length } = strip.order;
  return strip.pinned.get(index) ?? strip.order[((index % length) + length) % length] ?? 0;
}

/** The strip with the item `place` on tile `index`. The winner is put far ahead of the pointer. */
export function pinned(strip: Strip, index: number, place: number): Strip {
  return { ...strip, pinned: new Map(strip.pinned).set(index, place) };
}

/** The same row with other indices: tile `index` becomes tile `index + by`. */
export function shifted({ order, pinned }: Strip, by: number): Strip {
  const { length } = order;
  return {
    order: order.map((_, at) => order[(((at - by) % length) + length) % length] ?? 0),
    pinned: new Map([...pinned].map(([index, place]) => [index + by, place])),
  };
}

/**
 * The strip `next` with the tiles around `index` from `previous`, so that no visible tile changes.
 * @param reach number of tiles to either side that are kept
 */
export function continued(next: Strip, previous: Strip, index: number, reach: number): Strip {
  const carried = new Map(next.pinned);
  for (let at = index - reach; at <= index + reach; at += 1) carried.set(at, itemAt(previous, at));
  return { ...next, pinned: carried };
}
