import { inArray } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type * as z from 'zod/mini';
import type { ErrorCode } from '#/contract/kernel/errors.ts';
import type {
  batchMadeReply,
  DiscountTerms,
  MakeBatchBody,
  MakeDiscountBody,
} from '#/contract/operator/discounts.ts';
import type { ActOutcome } from '#/server/domain/operators/act.ts';
import {
  endDiscount,
  insertDiscount,
  makeBatch,
  type NewDiscount,
  prolongDiscount,
} from '#/server/domain/pricing/discountCodes.ts';
import { type DiscountRow, lockDiscount } from '#/server/domain/pricing/discounts.ts';
import { goods } from '#/server/platform/db/tables/shop.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { effectOf, isOnBanner } from './effectOf.ts';

type Clock = Pick<Deps, 'now'>;
type Field = 'code' | 'takes' | 'goodsIds' | 'perAccountLimit' | 'endsAt';
type Done<R = { id: number }> = ActOutcome<R>;

const refuse = (field: Field, code: ErrorCode): never => fail(code, { errors: { [field]: code } });
const targetOf = (id: number) => ({ type: 'discount', id: String(id) });
const dateOf = (at: string | null) => at && new Date(at).toISOString();

/**
 * Makes a discount code (O21).
 * @throws AppError with the field that contradicts another field or the catalogue
 */
export async function makeDiscountAct(
  tx: NodePgDatabase,
  deps: Clock,
  body: MakeDiscountBody,
): Promise<Done> {
  const code = body.code.toUpperCase();
  const { perAccountLimit, totalLimit } = body;
  if (perAccountLimit !== null && totalLimit !== null && perAccountLimit > totalLimit)
    refuse('perAccountLimit', 'discountLimits');
  if (body.endsAt === null && (await isOnBanner(tx, code))) refuse('endsAt', 'discountOnBanner');
  const terms = await checkedTerms(tx, deps, body);
  const foreseen = await foresee(tx, { code, ...terms });
  const id = await insertDiscount(tx, deps, { code, ...terms, perAccountLimit, totalLimit });
  if (id === undefined) return refuse('code', 'discountExists');
  return {
    reply: { id },
    target: targetOf(id),
    before: {},
    after: { discount: code, ...shownTerms(body), perAccountLimit, totalLimit },
    foreseen,
  };
}

/**
 * Makes a batch of codes that work once each. Only the first answer has the codes; they cannot be read in full
 * afterwards.
 */
export async function makeBatchAct(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now' | 'randomBytes'>,
  body: MakeBatchBody,
): Promise<Done<z.infer<typeof batchMadeReply>>> {
  const prefix = body.prefix.toUpperCase();
  const terms = await checkedTerms(tx, deps, body);
  const foreseen = await foresee(tx, { code: prefix, ...terms });
  const { id, codes } = await makeBatch(tx, deps, { prefix, count: body.codes }, terms);
  return {
    reply: { id },
    shownOnce: { codes },
    target: targetOf(id),
    before: {},
    after: { discountPrefix: prefix, singleCodes: codes.length, ...shownTerms(body) },
    foreseen,
  };
}

/** Stops a code or a batch. @throws AppError notFound, discountStopped */
export async function stopDiscountAct(tx: NodePgDatabase, id: number): Promise<Done> {
  const row = await lockWhole(tx, id);
  const isShown = await isOnBanner(tx, row.code);
  if (!(await endDiscount(tx, { id }))) fail('discountStopped');
  return {
    reply: { id },
    target: targetOf(id),
    before: { ...nameOf(row), isActive: true },
    after: { ...nameOf(row), isActive: false, ...(isShown && { bannerHidden: true }) },
  };
}

interface Prolonging {
  id: number;
  endsAt: string | null;
  /** The end that the operator saw. */
  from: string | null;
}

/**
 * Sets a later end of a code or a batch, or removes the end.
 * @throws AppError notFound, discountStopped, operatorChanged; discountEndsPast, discountNotLonger, discountOnBanner
 * at `endsAt`
 */
export async function prolongDiscountAct(
  tx: NodePgDatabase,
  deps: Clock,
  { id, endsAt, from }: Prolonging,
): Promise<Done> {
  const row = await lockWhole(tx, id);
  if (!row.isActive) fail('discountStopped');
  const present = row.endsAt?.toISOString() ?? null;
  if (present !== dateOf(from)) fail('operatorChanged');
  const next = endsAt === null ? null : new Date(endsAt);
  if (next && next <= deps.now()) refuse('endsAt', 'discountEndsPast');
  if (row.endsAt === null || (next && next <= row.endsAt)) refuse('endsAt', 'discountNotLonger');
  if (next === null && (await isOnBanner(tx, row.code))) refuse('endsAt', 'discountOnBanner');
  await prolongDiscount(tx, id, next);
  return {
    reply: { id },
    target: targetOf(id),
    before: { ...nameOf(row), discountEnds: present },
    after: { ...nameOf(row), discountEnds: next?.toISOString() ?? 'never' },
    foreseen: await foresee(tx, row),
  };
}

/**
 * Locks a code, or a batch by the id of its first code. Ids of the other codes of a batch are refused, because acts
 * concern the whole batch.
 */
async function lockWhole(tx: NodePgDatabase, id: number): Promise<DiscountRow> {
  const row = await lockDiscount(tx, { id });
  return row && (row.batchId ?? id) === id ? row : fail('notFound');
}

/** Name of a code for the log. Codes of a batch are masked, or a reader of the log could use them. */
const nameOf = ({ code, batchId }: DiscountRow) =>
  batchId === null ? { discount: code } : { discountPrefix: code.slice(0, code.lastIndexOf('-')) };

const shownTerms = ({ takes, productTypes, goodsIds, startsAt, endsAt }: DiscountTerms) => ({
  ...(takes.kind === 'percent' ? { percent: takes.basisPoints / 100 } : { offCents: takes.cents }),
  ...(productTypes && { productTypes }),
  ...(goodsIds && { goodsIds }),
  ...(startsAt && { discountBegins: dateOf(startsAt) }),
  discountEnds: dateOf(endsAt) ?? 'never',
});

type Terms = Omit<NewDiscount, 'code' | 'perAccountLimit' | 'totalLimit'>;

/** Checks the terms without the code itself. */
async function checkedTerms(tx: NodePgDatabase, { now }: Clock, body: DiscountTerms) {
  const { takes, productTypes, goodsIds } = body;
  const startsAt = body.startsAt === null ? null : new Date(body.startsAt);
  const endsAt = body.endsAt === null ? null : new Date(body.endsAt);
  if (endsAt && endsAt <= now()) refuse('endsAt', 'discountEndsPast');
  if (endsAt && startsAt && endsAt <= startsAt) refuse('endsAt', 'discountEndsEarly');
  if (goodsIds) await refuseUnknownGoods(tx, goodsIds, productTypes);
  return {
    percentBasisPoints: takes.kind === 'percent' ? takes.basisPoints : null,
    fixedCents: takes.kind === 'fixed' ? takes.cents : null,
    productTypes,
    goodsIds,
    startsAt,
    endsAt,
  } satisfies Terms;
}

/** Refuses goods that are not sold, are sold only for coins, or are of another kind than the code applies to. */
async function refuseUnknownGoods(
  tx: NodePgDatabase,
  ids: readonly number[],
  types: DiscountTerms['productTypes'],
): Promise<void> {
  const found = await tx
    .select()
    .from(goods)
    .where(inArray(goods.id, [...ids]));
  const isSold = (id: number) => found.some((good) => good.id === id && !good.isWithdrawn);
  if (!ids.every(isSold)) refuse('goodsIds', 'discountGoodsUnknown');
  if (found.some(({ priceCents, type }) => priceCents === null || types?.includes(type) === false))
    refuse('goodsIds', 'discountTakesNothing');
}

/** Computes the effect of the code for the preview. A code that makes nothing cheaper is refused. */
async function foresee(
  tx: NodePgDatabase,
  { code, percentBasisPoints, fixedCents, goodsIds, productTypes }: Parameters<typeof effectOf>[1],
) {
  const effect = await effectOf(tx, { code, percentBasisPoints, fixedCents, goodsIds, productTypes });
  if (effect.examples.length === 0) refuse('takes', 'discountTakesNothing');
  return effect;
}
