import { desc, eq } from 'drizzle-orm';
import { RARITIES, type Rarity } from '#/contract/cases.ts';
import { parseOdds } from '#/contract/fair.ts';
import { whereOffer } from '#/server/domain/pricing/catalogueRows.ts';
import { caseItems, caseOdds, cases } from '#/server/platform/db/tables/cases.ts';
import type { Localised } from '#/server/platform/db/tables/columns.ts';
import { goods } from '#/server/platform/db/tables/shop.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { byVersion } from '#/server/platform/watch/readForAll.ts';
import { versionInTime } from '#/server/platform/watch/siteVersion.ts';

/** A case as links to its page show it (S25). It has no price, because messengers keep what they have read. */
export interface LinkedCase {
  id: number;
  names: Localised;
  imageName: string;
  /** Whether it can be bought now. */
  isSold: boolean;
  /** Prizes of the odds in force, and their rarities from the lowest. */
  prizes: number;
  rarities: Rarity[];
}

/** The cases of the published catalogue. Nobody finds a draft here, not even the operator who previews it (O18). */
export interface LinkedCases {
  find: (id: number) => Promise<LinkedCase | undefined>;
  /** Lists those that can be bought, in the order of the catalogue. */
  listSold: () => Promise<LinkedCase[]>;
}

/** No database has told a version yet. */
const NONE = { catalogue: '', stock: '' };

/** Reads the cases once for each version of the catalogue. An answer is no older than its question (N9). */
export function linkedCases(deps: Deps): LinkedCases {
  const inForce = byVersion(deps, readCases);
  const casesNow = async () => inForce((await versionInTime(deps)) ?? NONE);
  return {
    find: async (id) => (await casesNow()).get(id),
    listSold: async () => [...(await casesNow()).values()].filter(({ isSold }) => isSold),
  };
}

async function readCases({ db }: Pick<Deps, 'db'>): Promise<Map<number, LinkedCase>> {
  const { id, names, imageName, sortOrder } = cases;
  const rows = await db
    .selectDistinctOn([sortOrder, id], { id, names, imageName, offerId: goods.id, odds: caseOdds.text })
    .from(cases)
    .innerJoin(caseOdds, eq(caseOdds.caseId, id))
    .leftJoin(goods, whereOffer)
    .orderBy(sortOrder, id, desc(caseOdds.revision));
  const items = await db.select({ id: caseItems.id, color: caseItems.color }).from(caseItems);
  const colorOf = new Map(items.map((item) => [item.id, item.color]));
  return new Map(
    rows.map(({ offerId, odds, ...row }) => {
      const colors = parseOdds(odds).map(({ itemId }) => colorOf.get(itemId));
      const rarities = RARITIES.filter((rarity) => colors.includes(rarity));
      return [row.id, { ...row, isSold: offerId !== null, prizes: colors.length, rarities }];
    }),
  );
}
