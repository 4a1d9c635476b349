import { RARITIES, type UserCaseDetails } from '#/contract/cases.ts';

/** A case of the player with a prize of each rarity. */
export const taxiCase: UserCaseDetails = {
  case: {
    id: 1,
    name: 'Taxi',
    description: 'A case',
    imageName: 'garage',
    plate: 'TAXI',
    items: RARITIES.map((color, at) => ({
      id: 100 + at,
      name: `Prize ${at}`,
      imageName: 'backpack',
      color,
      sortOrder: at,
      tickets: at === 0 ? 500_000 : 100_000,
    })),
  },
  count: 3,
  oddsHash: 'a'.repeat(64),
};
