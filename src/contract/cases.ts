import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

const code = (value: ErrorCode): ErrorCode => value;

/** Rarities from the most frequent to the rarest; the number of pips is the place in this list. */
export const RARITIES = ['simple', 'common', 'improved', 'rare', 'legendary', 'epic'] as const;
export const rarity = z.enum(RARITIES);
export type Rarity = z.infer<typeof rarity>;

const id = z.int().check(z.positive());

/** An id in a path: decimal digits, no sign, no leading zero. */
export const idInPath = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,9}$/, code('notFound'))),
  z.transform(Number),
);

const caseSummary = z.object({ id, name: z.string(), imageName: z.string() });

/** A prize: kept as a coupon, or swapped for coins while `isSwapAvailable`. */
export const coupon = z.object({
  id,
  name: z.string(),
  imageName: z.string(),
  color: rarity,
  isSwapAvailable: z.boolean(),
  premiumCoinsPrice: z.int(),
});
export type Coupon = z.infer<typeof coupon>;

/** Names one draw for good; what is recorded of it is public (PF1). */
const drawName = z.object({ epochId: z.string(), nonce: z.int() });
/** A coupon and the draw it comes from. */
export type DrawnCoupon = Coupon & { draw: z.infer<typeof drawName> };

/** A case in the player's inventory with the number of pieces. */
export const userCase = z.object({ id, count: z.int(), case: caseSummary });
export type UserCase = z.infer<typeof userCase>;
export const userCasesReply = z.object({
  userCases: z.array(userCase),
  /** Prizes drawn and never shown: a reload or a lost tab cut their opening short (TRUST.md), newest first. */
  unrevealed: z.array(coupon),
});
export type UserCasesReply = z.infer<typeof userCasesReply>;

/** Something a case may hold. `tickets` of a million are its odds: tickets / 10,000 percent, exactly. */
export const caseItem = z.object({
  id,
  name: z.string(),
  imageName: z.string(),
  color: rarity,
  sortOrder: z.int(),
  tickets: z.int(),
});
export type CaseItem = z.infer<typeof caseItem>;

export const userCaseReply = z.object({
  case: z.object({
    id,
    name: z.string(),
    description: z.string(),
    imageName: z.string(),
    /** Short text on its plate, the same in every language. */
    plate: z.string(),
    items: z.array(caseItem),
  }),
  /** Pieces in stock. */
  count: z.int(),
  /** Names the odds table that the next opening uses. */
  oddsHash: z.string(),
});
export type UserCaseDetails = z.infer<typeof userCaseReply>;

/** Prizes the player has now been shown. */
export const revealBody = z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(100)) });
export const revealReply = z.object({ revealed: z.int() });

export const openCaseBody = z.strictObject({
  case_id: id,
  /** The table the player was shown: another one in force is answered with 409 and nothing is taken. */
  odds_hash: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
});

/** The public side of one draw (TRUST.md, PF1). */
export const fairDraw = z.object({
  epochId: z.string(),
  commitment: z.string(),
  clientSeed: z.string(),
  nonce: z.int(),
  oddsHash: z.string(),
  ticket: z.int(),
});

export const openCaseReply = z.object({
  caseItemId: id,
  coupons: z.array(coupon),
  fair: fairDraw,
});
export type OpenCaseReply = z.infer<typeof openCaseReply>;

/** How many can be opened at once (C6). */
export const OPEN_COUNTS = [5, 10, 25, 50, 100] as const;
export const openMultipleBody = z.strictObject({
  case_id: id,
  count: z
    .int(code('quantityInvalid'))
    .check(z.refine((count) => (OPEN_COUNTS as readonly number[]).includes(count), code('quantityInvalid'))),
  /** As of `openCase`. */
  odds_hash: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
});
/** In the order of their nonces: the draw, its item and its coupon have the same place. */
export const openMultipleReply = z.object({
  caseItemIds: z.array(id),
  coupons: z.array(coupon),
  fair: z.array(fairDraw),
});
export type OpenMultipleReply = z.infer<typeof openMultipleReply>;

export const convertParams = z.strictObject({ id: idInPath });
/** All of them or none. */
export const convertCouponsBody = z.strictObject({
  ids: z.array(id).check(z.minLength(1), z.maxLength(100)),
});
export const convertReply = z.object({
  /** Coupons that are coins now. */
  converted: z.array(id),
  /** OC they brought; 0 where they were converted before. */
  paid: z.int(),
  /** The new balance in OC. */
  premiumCoins: z.int(),
});
export type ConvertReply = z.infer<typeof convertReply>;

/** Which coupons a list shows. */
export const couponState = z.enum(['owned', 'converted', 'delivered']);
export const couponsQuery = z.strictObject({
  page: z._default(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,5}$/)), z.transform(Number)), 1),
  /** Id before which to go on; the page number then only counts. Every page costs the same with it. */
  before: z.optional(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.transform(Number))),
  color: z.optional(rarity),
  state: z._default(couponState, 'owned'),
});

export const pageInQuery = z._default(
  z.pipe(z.string().check(z.regex(/^[1-9]\d{0,5}$/)), z.transform(Number)),
  1,
);

export const couponsReply = z.object({
  coupons: z.array(z.object({ ...coupon.shape, state: couponState, draw: drawName })),
  pageInfo: z.object({
    currentPage: z.int(),
    lastPage: z.int(),
    /** `before` of the next page; null after the last one. */
    nextBefore: z.nullable(z.int()),
  }),
});
export type CouponPage = z.infer<typeof couponsReply>;
