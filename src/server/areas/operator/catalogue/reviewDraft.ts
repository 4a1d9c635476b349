import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { checkCatalogue } from '#/contract/operator/catalogue/checkCatalogue.ts';
import type { Mistake } from '#/contract/operator/catalogue/mistake.ts';
import { priceWarnings } from '#/contract/operator/catalogue/priceWarnings.ts';
import { type DiscountInForce, type Warning, warningsOf } from '#/contract/operator/catalogue/returns.ts';
import type { ShownChange } from '#/contract/operator/catalogue/revisions.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { CatalogueError } from '#/server/domain/catalogue/catalogueError.ts';
import { missingPictures } from '#/server/domain/catalogue/missingPictures.ts';
import { newestRevision } from '#/server/domain/catalogue/revisions.ts';
import { importWithin } from '#/server/domain/seed/importCatalogue.ts';
import { ownedMistakes } from '#/server/domain/seed/ownedMistakes.ts';
import { findDraft } from '#/server/domain/catalogue/drafts.ts';
import { discountCodes } from '#/server/platform/db/tables/shop.ts';
import { caseLots } from '#/server/platform/db/tables/cases.ts';
import { rolledBack } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { deadPromos } from './deadPromos.ts';
import { sitePictures } from './sitePictures.ts';

interface Review {
  version: number;
  mistakes: Mistake[];
  warnings: Warning[];
  changes: ShownChange[];
  unopened: { caseId: number; pieces: number; lots: number }[];
  changedOdds: string[];
}

/**
 * Lists the mistakes that prevent publishing a draft; without mistakes, the changes that publishing would make. To
 * find the changes, the import runs and is rolled back (O16, O17).
 */
export async function reviewDraft(deps: Deps, id: number): Promise<Review> {
  const { version, content } = await findDraft(deps.db, id);
  const nothing = { version, warnings: [], changes: [], unopened: [], changedOdds: [] };
  const { catalogue, mistakes } = await checkDraft(deps.db, deps, content);
  if (!catalogue || mistakes.length > 0) return { ...nothing, mistakes };
  const inForce = await newestRevision(deps.db);
  const before = inForce?.content ?? null;
  const warnings = [
    ...(before ? priceWarnings(catalogue, before) : []),
    ...warningsOf(catalogue, before, await discountsInForce(deps)),
  ];
  const dryRun = await triedImport(deps, catalogue);
  if ('mistakes' in dryRun) return { ...nothing, mistakes: dryRun.mistakes };
  const { changes } = dryRun;
  const odds = changes.filter(({ noun, did }) => noun === 'odds of case' && did === 'changed');
  const unopened = await unopenedOf(
    deps.db,
    odds.map((change) => Number(change.id)),
  );
  return { version, mistakes: [], warnings, changes, unopened, changedOdds: odds.map(({ name }) => name) };
}

/**
 * Checks a draft without importing it: its form, the returns of its odds, its pictures, the codes of its banner, and what
 * players own of it.
 */
export async function checkDraft(
  db: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  content: unknown,
): Promise<{ catalogue: Catalogue | null; mistakes: Mistake[] }> {
  const { catalogue, mistakes } = checkCatalogue(content);
  const missing = catalogue ? missingPictures(catalogue, await sitePictures(db)) : [];
  const dead = catalogue ? await deadPromos(db, deps, catalogue) : [];
  const owned = catalogue ? await ownedMistakes(db, catalogue) : [];
  return { catalogue, mistakes: [...mistakes, ...missing, ...dead, ...owned] };
}

/** Imports and rolls back. An id that already has another meaning is reported at its entry. */
async function triedImport(
  deps: Deps,
  catalogue: Catalogue,
): Promise<{ changes: ShownChange[] } | { mistakes: Mistake[] }> {
  try {
    return await rolledBack(deps.pool, (tx) => importWithin(tx, catalogue, { source: 'site' }));
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    return { mistakes: error.mistakes.map((sentence) => takenMistake(catalogue, sentence)) };
  }
}

/** The list of a catalogue that contains each kind of entry. */
const LISTS: Partial<Record<string, 'cases' | 'products' | 'goods'>> = {
  case: 'cases',
  product: 'products',
  good: 'goods',
};

/** Finds the entry in a sentence of `syncTable`, for example "good 1012 belongs to …". */
export function takenMistake(catalogue: Catalogue, sentence: string): Mistake {
  const [, noun = '', id] = /^([a-z]+) (\d+)/.exec(sentence) ?? [];
  const taken = { code: 'idTaken', sentence, values: { sentence } } as const;
  if (noun === 'item')
    for (const [at, { items }] of catalogue.cases.entries()) {
      const place = items.findIndex((item) => item.id === Number(id));
      if (place >= 0) return { ...taken, path: ['cases', at, 'items', place, 'id'] };
    }
  const list = LISTS[noun];
  const at = list ? catalogue[list].findIndex((thing) => thing.id === Number(id)) : -1;
  return { ...taken, path: list && at >= 0 ? [list, at, 'id'] : [] };
}

/** Discount codes that players can use now. */
async function discountsInForce({ db, now }: Deps): Promise<DiscountInForce[]> {
  const whereNotEnded = or(isNull(discountCodes.endsAt), gt(discountCodes.endsAt, now()));
  const { code, percentBasisPoints, fixedCents, goodsIds, productTypes } = discountCodes;
  return db
    .select({ code, percentBasisPoints, fixedCents, goodsIds, productTypes })
    .from(discountCodes)
    .where(and(eq(discountCodes.isActive, true), whereNotEnded))
    .limit(1000);
}

/** Counts the unopened pieces of cases, with odds of any revision. */
async function unopenedOf(db: NodePgDatabase, caseIds: readonly number[]): Promise<Review['unopened']> {
  if (caseIds.length === 0) return [];
  const { rows } = await db.execute<{ case_id: string; pieces: string; lots: string }>(
    sql`SELECT ${caseLots.caseId}, sum(${caseLots.bought} - ${caseLots.opened}) AS pieces, count(*) AS lots
      FROM ${caseLots}
      WHERE ${caseLots.opened} < ${caseLots.bought} AND ${caseLots.caseId} = ANY(${sql.param([...caseIds])})
      GROUP BY ${caseLots.caseId}`,
  );
  return rows.map(({ case_id, pieces, lots }) => {
    return { caseId: Number(case_id), pieces: Number(pieces), lots: Number(lots) };
  });
}
