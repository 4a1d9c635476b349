import type { PlantedBug } from './plantedBug.ts';

const PUBLISH = 'tests/server/areas/operator/catalogue/publish.test.ts';
const DRAFTS = 'tests/server/areas/operator/catalogue/drafts.test.ts';
const ACT = 'src/server/areas/operator/catalogue/publishAct.ts';

/** Bugs in the editing of the catalogue by operators. */
export const OPERATOR_CATALOGUE_BUGS: readonly PlantedBug[] = [
  {
    bug: 'A draft of an older revision is published over the newest one.',
    file: ACT,
    text: 'if (inForce?.id !== base || draft.baseRevision !== base)',
    replacement: 'if (!inForce)',
    test: PUBLISH,
    name: 'O19 happens on the newest revision only; changes are carried over thing by thing',
  },
  {
    bug: 'A draft with mistakes is published.',
    file: ACT,
    text: 'if (!catalogue || mistakes.length > 0)',
    replacement: 'if (!catalogue)',
    test: PUBLISH,
    name: 'O17 is refused with odds that mint coins, and changes nothing',
  },
  {
    bug: 'What a good gives counts for no limit.',
    file: 'src/server/areas/operator/catalogue/weighChanges.ts',
    text: 'image|image_name',
    replacement: 'image|grants|image_name',
    test: PUBLISH,
    name: 'O5 a manager publishes words alone; prices, odds and what goods give wait for a second person',
  },
  {
    bug: 'The second of two who save a draft overwrites the first.',
    file: 'src/server/domain/catalogue/drafts.ts',
    text: 'eq(catalogueDrafts.version, version)',
    replacement: 'undefined',
    test: DRAFTS,
    name: 'O16 tells the second of two people, and keeps what the first saved',
  },
  {
    bug: 'Expected swap values count prizes that cannot be swapped.',
    file: 'src/contract/operator/catalogue/odds.ts',
    text: 'BigInt(isSwapAvailable ? premiumCoinsPrice : 0)',
    replacement: 'BigInt(isSwapAvailable ? premiumCoinsPrice : 1)',
    test: 'tests/contract/operator/odds.test.ts',
    name: 'O17 Night Patrol returns 122.10 OC of 150 OC: 81.4 %, by ten 85.7 %; 9.15 % cannot be swapped',
  },
];
