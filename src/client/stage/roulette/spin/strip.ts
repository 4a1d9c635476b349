/** What the strip needs to know of an item: `tickets` are its declared odds. */
export interface StripItem {
  id: number;
  tickets: number;
}

/** An endless row of tiles: `order` repeats, `pinned` tiles are what they are (R2). */
export interface Strip {
  /** Places in the list of items. */
  order: readonly number[];
  pinned: ReadonlyMap<number, number>;
}

/** Numbers in [0, 1) that follow from a seed (mulberry32): the same seed shows the same strip. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A seed that follows from a name (FNV-1a): what a draw looks like follows from which draw it is. */
export function seedOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  // neighbouring names would begin alike
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/**
 * A strip of at least `length` tiles, each drawn by the declared odds: a rare prize passes by as
 * seldom as it is won. `items` is not empty.
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

/** The same strip with tile `index` showing `place`: the winner, put far ahead of the pointer. */
export function pinned(strip: Strip, index: number, place: number): Strip {
  return { ...strip, pinned: new Map(strip.pinned).set(index, place) };
}

/** The same row under other numbers: what tile `index` was, tile `index + by` is. */
export function shifted({ order, pinned }: Strip, by: number): Strip {
  const { length } = order;
  return {
    order: order.map((_, at) => order[(((at - by) % length) + length) % length] ?? 0),
    pinned: new Map([...pinned].map(([index, place]) => [index + by, place])),
  };
}

/**
 * `next` with the tiles around `index` as they are in `previous`, so that nothing changes before the eyes of
 * the player.
 * @param reach how many tiles to either side are kept
 */
export function continued(next: Strip, previous: Strip, index: number, reach: number): Strip {
  const carried = new Map(next.pinned);
  for (let at = index - reach; at <= index + reach; at += 1) carried.set(at, itemAt(previous, at));
  return { ...next, pinned: carried };
}
