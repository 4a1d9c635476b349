import { RARITIES } from '#/contract/cases.ts';
import { type LinkedKind, linkPicturePath } from '#/server/domain/pictures/linkPictures.ts';
import { caseFiles } from '#/server/domain/pictures/thingFiles.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { colours, rarityColours } from '#/server/platform/markup/brandColours.ts';
import { filledText } from '#/server/platform/markup/pageTexts.ts';
import type { FindSubject } from '#/server/platform/pages/pages.ts';
import { CASE_PATH } from '#/server/platform/pages/sitePages.ts';
import { caseAlt, casePrizes, caseSentence, caseTitle } from './caseWords.ts';
import type { LinkedCase, LinkedCases } from './linkedCases.ts';

const FOLDER = '/cases/';
const CASE_ID = String.raw`[1-9]\d{0,9}`;

/**
 * Tells search engines and messengers about a case, in the document of its page (S25). Search engines show only cases that
 * can be bought.
 */
export const caseSubjects =
  (linked: LinkedCases): FindSubject =>
  async (id, locale) => {
    const found = await linked.find(Number(id));
    return (
      found && {
        title: caseTitle(found, locale),
        description: caseSentence(found, locale),
        picture: linkPicturePath(FOLDER, id, locale),
        pictureAlt: caseAlt(found, locale),
        isShownToSearch: found.isSold,
      }
    );
  };

/** Lists the pages of the cases that search engines may show now. */
export const casePaths = async (linked: LinkedCases): Promise<string[]> =>
  (await linked.listSold()).map(({ id }) => `${CASE_PATH}${id}`);

/** The pictures of the cases, closed, with marks of the rarities inside (S25). */
export const casePictures = ({ db }: Pick<Deps, 'db'>, linked: LinkedCases): LinkedKind<LinkedCase> => ({
  folder: FOLDER,
  name: CASE_ID,
  find: (id) => linked.find(Number(id)),
  picture: async (found, locale) => ({
    ...(await caseFiles(db, found.imageName)),
    color: colours.sodium500,
    kicker: filledText(locale, 'prize:case.kicker'),
    name: found.names[locale],
    marks: RARITIES.map((rarity) =>
      found.rarities.includes(rarity) ? rarityColours[rarity] : colours.stroke,
    ),
    rank: casePrizes(found, locale),
    facts: filledText(locale, 'prize:case.facts'),
  }),
});
