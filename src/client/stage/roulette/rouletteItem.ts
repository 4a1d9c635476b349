import type { Rarity } from '#/contract/cases.ts';

/** A prize as the reel shows it; the texts are in the language of the page. */
export interface RouletteItem {
  id: number;
  name: string;
  imageUrl: string;
  /** The same picture for a browser that cannot decode the first. */
  fallbackUrl?: string;
  color: Rarity;
  /** Declared odds, of a million. */
  tickets: number;
  rarityLabel: string;
}

/** The key of a reel: its strip is made once from these items and their odds, so other ones need another reel. */
export const reelKey = (items: readonly RouletteItem[]): string =>
  items.map(({ id, tickets }) => `${id}:${tickets}`).join();
