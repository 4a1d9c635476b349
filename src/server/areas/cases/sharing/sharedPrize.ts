import { and, eq, not, sql } from 'drizzle-orm';
import { parseOdds } from '#/contract/fair.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { PRIZE_CODE, type SharedPrize } from '#/contract/sharedPrizes.ts';
import { whereBlocked } from '#/server/domain/accounts/access/blocks.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { caseItems, caseOdds, cases } from '#/server/platform/db/tables/cases.ts';
import { draws, fairEpochs } from '#/server/platform/db/tables/fairness.ts';
import { coupons, sharedPrizes } from '#/server/platform/db/tables/prizes.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

const CODE = new RegExp(`^${PRIZE_CODE}$`);

/**
 * Finds a shared prize by its code (C14). Undefined for unknown and withdrawn codes, and for prizes of players who are
 * banned or have closed their account.
 */
export async function findSharedPrize(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  code: string,
  locale: Locale,
): Promise<SharedPrize | undefined> {
  if (!CODE.test(code)) return undefined;
  const [row] = await db
    .select({
      itemId: caseItems.id,
      itemNames: caseItems.names,
      imageName: caseItems.imageName,
      color: caseItems.color,
      caseId: cases.id,
      caseNames: cases.names,
      odds: caseOdds.text,
      oddsHash: caseOdds.hash,
      epochId: fairEpochs.publicId,
      nonce: draws.nonce,
      at: draws.createdAt,
    })
    .from(sharedPrizes)
    .innerJoin(coupons, eq(coupons.id, sharedPrizes.couponId))
    .innerJoin(accounts, eq(accounts.id, coupons.accountId))
    .innerJoin(draws, eq(draws.id, coupons.drawId))
    .innerJoin(fairEpochs, eq(fairEpochs.id, draws.epochId))
    .innerJoin(caseOdds, eq(caseOdds.hash, draws.oddsHash))
    .innerJoin(caseItems, eq(caseItems.id, draws.itemId))
    .innerJoin(cases, eq(cases.id, caseItems.caseId))
    .where(
      and(
        eq(sharedPrizes.code, code),
        eq(accounts.status, 'active'),
        not(whereBlocked('sign-in', sql`accounts.id`, now())),
      ),
    );
  if (!row) return undefined;
  const { itemId, itemNames, imageName, color, caseId, caseNames, odds, oddsHash, epochId, nonce, at } = row;
  return {
    item: { id: itemId, name: itemNames[locale], imageName, color },
    case: { id: caseId, name: caseNames[locale] },
    tickets: parseOdds(odds).find((each) => each.itemId === itemId)?.tickets ?? 0,
    oddsHash,
    draw: { epochId, nonce },
    at: at.toISOString(),
  };
}

/**
 * Shows a shared prize to anybody who has its code.
 * @throws AppError notFound
 */
export async function showSharedPrize(deps: Deps, code: string, locale: Locale): Promise<SharedPrize> {
  return (await findSharedPrize(deps, code, locale)) ?? fail('notFound');
}
