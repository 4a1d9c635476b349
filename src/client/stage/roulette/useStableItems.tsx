import { useState } from 'react';
import type { RouletteItem } from './rouletteItem.ts';

/** Texts and pictures of the tiles as one value, so that a new array with the same contents changes nothing. */
const contentsOf = (items: readonly RouletteItem[]) => JSON.stringify(items);

/** The items of a reel, the same array as long as its contents are the same. */
export function useStableItems(items: readonly RouletteItem[]): readonly RouletteItem[] {
  const [stable, setStable] = useState(items);
  if (stable === items || contentsOf(stable) === contentsOf(items)) return stable;
  setStable(items);
  return items;
}
