import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { RARITIES } from '#/contract/cases.ts';
import { itemImage } from '#/client/platform/media/images.ts';
import type { RouletteItem } from '#/client/stage/index.ts';
import { prizeNames } from './pictureNames.ts';

/** Tickets by rarity, similar to the cases of the site. */
const TICKETS = { simple: 380, common: 280, improved: 180, rare: 100, legendary: 45, epic: 15 };

/** Returns a number of prizes of all rarities, with all pictures. */
export function useSampleItems(count: number): RouletteItem[] {
  const { t } = useTranslation('cases');
  return useMemo(
    () =>
      Array.from({ length: count }, (_, at) => {
        const color = RARITIES[at % RARITIES.length] ?? 'simple';
        const name = prizeNames[at % prizeNames.length] ?? '';
        const { picture } = itemImage(name);
        return {
          id: at + 1,
          name,
          imageUrl: picture.avif,
          fallbackUrl: picture.webp,
          color,
          tickets: TICKETS[color],
          rarityLabel: t(`rarity.${color}`),
        };
      }),
    [count, t],
  );
}
