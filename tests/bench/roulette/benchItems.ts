import type { RouletteItem } from '#/client/stage/index.ts';
import { RARITIES } from '#/contract/cases.ts';

const COUNT = 24;

/** Pictures of prizes as the site shows them, without their rims. */
const pictures = Object.values(
  import.meta.glob<string>(['../../../assets/items/*.avif', '!**/*.rim.avif'], {
    eager: true,
    query: '?url',
    import: 'default',
  }),
).slice(0, COUNT);

/** Different prizes, the same for both roulettes. */
export const benchItems: readonly RouletteItem[] = pictures.map((imageUrl, at) => ({
  id: at + 1,
  name: `Prize number ${at + 1}`,
  imageUrl,
  color: RARITIES[at % RARITIES.length] ?? 'simple',
  tickets: 1000,
  rarityLabel: RARITIES[at % RARITIES.length] ?? '',
}));
