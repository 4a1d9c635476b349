import { RARITIES } from '#/contract/cases.ts';
import type { CaseFile } from '#/contract/operator/catalogue/caseSchema.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { testLanding, testServers } from './testLanding.ts';
import { testReferral } from './testReferral.ts';
import { testShop } from './testShop.ts';

/** Eight items over all six rarities; the first ones get the most of the million tickets. */
const TICKETS = [400_000, 250_000, 150_000, 100_000, 60_000, 30_000, 9_999, 1];

/** Prizes instead of coins, by the item's index: items of the game, Premium, and one that only pays coins. */
const GIVES = TICKETS.map((_, index): CaseFile['items'][number]['gives'] => {
  if (index === 1) return { kind: 'premium', days: 30 };
  return index === 2
    ? undefined
    : { kind: 'game', code: 'item', count: 1, params: { name: `prize_${index}` } };
});

function testCase(id: number, slug: string): CaseFile {
  return {
    id,
    slug,
    imageName: slug,
    plate: `TEST ${id}`,
    name: { ru: `Кейс ${id}`, uk: `Скринька ${id}`, en: `Case ${id}` },
    description: { ru: `Описание ${id}`, uk: `Опис ${id}`, en: `About ${id}` },
    sortOrder: id,
    items: TICKETS.map((tickets, index) => ({
      id: id * 100 + index,
      name: { ru: `Приз ${id}-${index}`, uk: `Нагорода ${id}-${index}`, en: `Prize ${id}-${index}` },
      imageName: `${slug}-${index}`,
      color: RARITIES[Math.min(index, RARITIES.length - 1)] ?? 'simple',
      sortOrder: index,
      tickets,
      isSwapAvailable: index % 2 === 0,
      premiumCoinsPrice: (index + 1) * 10,
      gives: GIVES[index],
    })),
  };
}

/**
 * Two servers, three cases (ids 1, 2, 3) of eight items (ids 100 to 107, 200 to 207, 300 to 307), and the shop of
 * testShop.ts.
 */
export const testCatalogue: Catalogue = {
  servers: testServers,
  cases: [testCase(1, 'heist'), testCase(2, 'street'), testCase(3, 'vault')],
  ...testShop,
  referral: testReferral,
  landing: testLanding,
};
