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
