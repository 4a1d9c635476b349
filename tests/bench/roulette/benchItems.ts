import type { RouletteItem } from '#/client/stage/index.ts';
import { RARITIES } from '#/contract/cases.ts';

const picture = (hue: number) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><circle cx="100" cy="100" r="90" fill="hsl(${hue} 70% 50%)"/></svg>`)}`;

/** 24 different prizes, the same for both roulettes. */
export const benchItems: readonly RouletteItem[] = Array.from({ length: 24 }, (_, at) => ({
  id: at + 1,
  name: `Prize number ${at + 1}`,
  imageUrl: picture(at * 15),
  color: RARITIES[at % RARITIES.length] ?? 'simple',
  tickets: 1000,
  rarityLabel: RARITIES[at % RARITIES.length] ?? '',
}));
