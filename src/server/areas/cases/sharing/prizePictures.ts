import { RARITIES } from '#/contract/cases.ts';
import { PRIZE_CODE, type SharedPrize } from '#/contract/sharedPrizes.ts';
import type { LinkedKind } from '#/server/domain/pictures/linkPictures.ts';
import { itemFiles } from '#/server/domain/pictures/thingFiles.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { colours, rarityColours } from '#/server/platform/markup/brandColours.ts';
import { pageText } from '#/server/platform/markup/pageTexts.ts';
import { findSharedPrize } from './sharedPrize.ts';
import { prizeFacts, prizeKicker } from './prizeWords.ts';

export const PRIZE_FOLDER = '/prizes/';

/** The pictures of shared prizes (C14). A withdrawn prize has none. */
export const prizePictures = (deps: Pick<Deps, 'db' | 'now'>): LinkedKind<SharedPrize> => ({
  folder: PRIZE_FOLDER,
  name: PRIZE_CODE,
  find: (code, locale) => findSharedPrize(deps, code, locale),
  picture: async (prize, locale) => {
    const { name, imageName, color: rarity } = prize.item;
    const color = rarityColours[rarity];
    return {
      ...(await itemFiles(deps.db, imageName)),
      color,
      kicker: prizeKicker(prize, locale),
      name,
      marks: RARITIES.map((_, at) => (at <= RARITIES.indexOf(rarity) ? color : colours.stroke)),
      rank: pageText(locale, `cases:rarity.${rarity}`) ?? '',
      facts: prizeFacts(prize, locale),
    };
  },
});
