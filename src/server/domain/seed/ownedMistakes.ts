import { and, eq, inArray, lt } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { parseOdds } from '#/contract/fair.ts';
import type { CaseFile } from '#/contract/operator/catalogue/caseSchema.ts';
import type { Mistake } from '#/contract/operator/catalogue/mistake.ts';
import type { OddsItem } from '#/contract/operator/catalogue/odds.ts';
import { paysBack, waysOfSale } from '#/contract/operator/catalogue/returns.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { newestRevision } from '#/server/domain/catalogue/revisions.ts';
import { caseItems, caseLots, caseOdds } from '#/server/platform/db/tables/cases.ts';
import { coupons } from '#/server/platform/db/tables/prizes.ts';

type Item = CaseFile['items'][number];
type ItemRow = typeof caseItems.$inferSelect;
/** An item of the catalogue, with its row in force and its place in the catalogue. */
interface KnownItem {
  item: Item;
  row: ItemRow;
  path: (string | number)[];
}

/**
 * Finds changes of items that spoil what players own: a prize that can only be taken and would give nothing (O19), and a
 * swap value with which unopened pieces pay back what they cost (O17).
 */
export async function ownedMistakes(db: NodePgDatabase, catalogue: Catalogue): Promise<Mistake[]> {
  const rows = new Map((await db.select().from(caseItems)).map((row) => [row.id, row]));
  const known = catalogue.cases.flatMap(({ items }, at) =>
    items.flatMap((item, place): KnownItem[] => {
      const row = rows.get(item.id);
      return row ? [{ item, row, path: ['cases', at, 'items', place] }] : [];
    }),
  );
  return [...(await lostPrizes(db, known)), ...(await piecesPayBack(db, catalogue, { rows, known }))];
}

async function lostPrizes(db: NodePgDatabase, known: readonly KnownItem[]): Promise<Mistake[]> {
  const emptied = known.filter(({ item, row }) => row.gives !== null && item.gives === undefined);
  if (emptied.length === 0) return [];
  const ids = emptied.map(({ item }) => item.id);
  const whereHeld = and(
    inArray(coupons.itemId, ids),
    inArray(coupons.state, ['owned', 'claimed']),
    eq(coupons.isSwapAvailable, false),
  );
  const found = await db.selectDistinct({ id: coupons.itemId }).from(coupons).where(whereHeld);
  const held = new Set(found.map(({ id }) => id));
  return emptied
    .filter(({ item }) => held.has(item.id))
    .map(({ item, path }) => ({
      path: [...path, 'gives'],
      code: 'prizeIsHeld',
      values: { value: item.id },
      sentence: `item ${item.id}: players hold this prize and can only take it, so it must keep what it gives`,
    }));
}

const coinsOf = ({ isSwapAvailable, premiumCoinsPrice }: OddsItem) =>
  isSwapAvailable ? premiumCoinsPrice : 0;

/** Pieces keep their odds, but prizes have their value of the opening. The pieces were bought at the prices in force. */
async function piecesPayBack(
  db: NodePgDatabase,
  { cases }: Catalogue,
  { rows, known }: { rows: ReadonlyMap<number, ItemRow>; known: readonly KnownItem[] },
): Promise<Mistake[]> {
  const dearer = known.filter(({ item, row }) => coinsOf(item) > coinsOf({ ...row, tickets: item.tickets }));
  if (dearer.length === 0) return [];
  const inForce = (await newestRevision(db))?.content;
  if (!inForce) return [];
  const ofCases = inArray(caseLots.caseId, [...new Set(dearer.map(({ row }) => row.caseId))]);
  const unopened = await db
    .selectDistinct({ caseId: caseLots.caseId, text: caseOdds.text })
    .from(caseLots)
    .innerJoin(caseOdds, eq(caseOdds.hash, caseLots.oddsHash))
    .where(and(ofCases, lt(caseLots.opened, caseLots.bought)));
  const values = new Map<number, Omit<OddsItem, 'tickets'>>([
    ...rows,
    ...known.map(({ item }) => [item.id, item] as const),
  ]);
  return unopened.flatMap(({ caseId, text }) => {
    const odds = parseOdds(text);
    const items = odds.map(({ itemId, tickets }) => ({ ...values.get(itemId)!, tickets }));
    const sale = {
      ...inForce,
      cases: cases.map((file) => (file.id === caseId ? { id: caseId, items } : file)),
    };
    if (!waysOfSale(sale, caseId).some((way) => paysBack(way, inForce.products))) return [];
    const won = new Set(odds.map(({ itemId }) => itemId));
    return dearer
      .filter(({ item }) => won.has(item.id))
      .map(({ item, path }): Mistake => ({
        path: [...path, 'premiumCoinsPrice'],
        code: 'piecesPayBack',
        values: { value: item.id },
        sentence: `item ${item.id}: with this value, pieces that players have not opened pay back what they cost`,
      }));
  });
}
