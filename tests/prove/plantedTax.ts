import type { PlantedBug } from './plantedBug.ts';

/** Where buyers live, and the tax that follows from it. */
export const TAX_BUGS: readonly PlantedBug[] = [
  {
    bug: 'A payment in coins needs no country.',
    file: 'src/server/domain/tax/requireCountry.ts',
    text: "if (!isDeclared) fail('countryRequired', { errors: { country: 'countryRequired' } });",
    replacement: '',
    test: 'tests/server/areas/shop/buyerCountry.test.ts',
    name: 'country %j is refused at its field, and no order is made',
  },
  {
    bug: 'Evidence that contradicts itself decides the country of an order.',
    file: 'src/server/domain/tax/notePlaces.ts',
    text: 'CASE WHEN count(DISTINCT country) = 1 THEN',
    replacement: 'CASE WHEN count(DISTINCT country) > 0 THEN',
    test: 'tests/server/areas/shop/buyerCountry.test.ts',
    name: 'that contradicts itself leaves the country open',
  },
  {
    bug: 'Visitors tell the country of their network themselves.',
    file: 'src/server/areas/shop/buyerPlaces.ts',
    text: 'countryHeader !== undefined && proxyHops > 0 ?',
    replacement: 'countryHeader !== undefined ?',
    test: 'tests/server/areas/shop/buyerCountry.test.ts',
    name: 'of the network comes from a trusted proxy only',
  },
];
