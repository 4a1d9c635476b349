import * as z from 'zod/mini';
import { TAKEN_AT_ONCE } from './kernel/limits.ts';
import { code, text } from './kernel/text.ts';

/** Rarities from the most frequent to the rarest. The number of pips is the place in this list. */
export const RARITIES = ['simple', 'common', 'improved', 'rare', 'legendary', 'epic'] as const;
export const rarity = z.enum(RARITIES);
export type Rarity = z.infer<typeof rarity>;

const id = z.int().check(z.positive());

/** An id in a path: decimal digits, no sign, no leading zero. */
export const idInPath = z.pipe(
  text(10, 'notFound').check(z.regex(/^[1-9]\d{0,9}$/, code('notFound'))),
  z.transform(Number),
);

const caseSummary = z.object({ id, name: z.string(), imageName: z.string() });

/** A prize: kept as a coupon, or converted to coins if `isSwapAvailable`. */
export const coupon = z.object({
  id,
  name: z.string(),
  imageName: z.string(),
  color: rarity,
  isSwapAvailable: z.boolean(),
  premiumCoinsPrice: z.int(),
});
export type Coupon = z.infer<typeof coupon>;

/** Permanent id of a draw; its records are public (PF1). */
const drawName = z.object({ epochId: z.string(), nonce: z.int() });
/** A coupon with the draw it came from. */
export type DrawnCoupon = Coupon & { draw: z.infer<typeof drawName> };

/** A case in the player's inventory with the number of pieces. */
export const userCase = z.object({ id, count: z.int(), case: caseSummary });
export type UserCase = z.infer<typeof userCase>;
export const userCasesReply = z.object({
  userCases: z.array(userCase),
  /**
   * Drawn prizes that the player was never shown, because a reload or a lost tab interrupted the opening (R7),
   * the newest first, at most TAKEN_AT_ONCE.
   */
  unrevealed: z.array(z.object({ ...coupon.shape, draw: drawName })),
  /** Number of all such prizes. */
  unrevealedCount: z.int(),
});
export type UserCasesReply = z.infer<typeof userCasesReply>;

/** An item of a case. `tickets` of a million are its odds: tickets / 10,000 percent, exactly. */
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
  /** Hash of the odds table of the next opening. */
  oddsHash: z.string(),
});
export type UserCaseDetails = z.infer<typeof userCaseReply>;

/** Prizes that the player has been shown now. */
export const revealBody = z.strictObject({
  ids: z.array(id).check(z.minLength(1), z.maxLength(TAKEN_AT_ONCE)),
});
export const revealReply = z.object({ revealed: z.int() });

export const openCaseBody = z.strictObject({
  case_id: id,
  /**
   * Hash of the odds table that the player was shown. If another one is in force, the answer is 409 and nothing is
   * taken.
   */
  odds_hash: z.optional(text(64).check(z.regex(/^[0-9a-f]{64}$/))),
});

/** The public data of one draw (PF1). */
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

/** Numbers of cases that can be opened at once (C6). */
export const OPEN_COUNTS = [5, 10, 25, 50, 100] as const;
export const openMultipleBody = z.strictObject({
  case_id: id,
  count: z
    .int(code('quantityInvalid'))
    .check(z.refine((count) => (OPEN_COUNTS as readonly number[]).includes(count), code('quantityInvalid'))),
  /** As in `openCase`. */
  odds_hash: z.optional(text(64).check(z.regex(/^[0-9a-f]{64}$/))),
});
/** In the order of the nonces: draws, items and coupons have the same indexes. */
export const openMultipleReply = z.object({
  caseItemIds: z.array(id),
  coupons: z.array(coupon),
  fair: z.array(fairDraw),
});
export type OpenMultipleReply = z.infer<typeof openMultipleReply>;

export const convertParams = z.strictObject({ id: idInPath });
/** Either all of them are converted or none. */
export const convertCouponsBody = z.strictObject({
  ids: z.array(id).check(z.minLength(1), z.maxLength(TAKEN_AT_ONCE)),
});
export const convertReply = z.object({
  /** Coupons that are converted now. */
  converted: z.array(id),
  /** OC they paid; 0 if they were converted before. */
  paid: z.int(),
  /** The new balance in OC. */
  premiumCoins: z.int(),
});
export type ConvertReply = z.infer<typeof convertReply>;

export const undoExchangeReply = z.object({
  /** Coupons that are owned again. */
  undone: z.array(id),
  /** OC that went back; 0 if their exchanges were undone before. */
  returned: z.int(),
  /** The new balance in OC. */
  premiumCoins: z.int(),
});
export type UndoExchangeReply = z.infer<typeof undoExchangeReply>;

/** Number of a page, from 1. */
export const pageInQuery = z._default(
  z.pipe(text(6).check(z.regex(/^[1-9]\d{0,5}$/)), z.transform(Number)),
  1,
);

/** Filters of the list of coupons. */
export const COUPON_STATES = ['owned', 'claimed', 'delivered', 'converted'] as const;
export const couponState = z.enum(COUPON_STATES);
export type CouponState = z.infer<typeof couponState>;
export const couponsQuery = z.strictObject({
  page: pageInQuery,
  /**
   * Id of the last coupon of the page before; then the page number is only counted on. Every page costs the same with
   * it.
   */
  before: z.optional(z.pipe(text(15).check(z.regex(/^[1-9]\d{0,14}$/)), z.transform(Number))),
  color: z.optional(rarity),
  state: z._default(couponState, 'owned'),
});

export const couponsReply = z.object({
  coupons: z.array(
    z.object({
      ...coupon.shape,
      state: couponState,
      draw: drawName,
      /**
       * Kind of the thing that the player can take instead of coins (D14). Null when the prize can
       * only be converted.
       */
      gives: z.nullable(z.enum(['game', 'premium'])),
      /** Code of its page, if the player has shared it (C14). */
      sharedCode: z.optional(z.string()),
    }),
  ),
  pageInfo: z.object({
    currentPage: z.int(),
    lastPage: z.int(),
    /** `before` of the next page; null on the last page. */
    nextBefore: z.nullable(z.int()),
  }),
});
export type CouponPage = z.infer<typeof couponsReply>;

/** A rare prize that its winner has been shown. */
export const drop = z.object({
  /** Increases with time. */
  id: z.int(),
  /** Login of the winner, masked. */
  player: z.string(),
  serverName: z.string(),
  item: z.object({ name: z.string(), imageName: z.string(), color: rarity }),
  case: z.object({ id: z.int(), name: z.string() }),
  at: z.iso.datetime(),
});
export type Drop = z.infer<typeof drop>;

/** `case`: only the drops of this case. */
export const dropsQuery = z.strictObject({ case: z.optional(idInPath) });
export const dropsReply = z.object({
  /** newest: the newest first. week: in quiet times the best of the last seven days, the rarest first. */
  period: z.enum(['newest', 'week']),
  drops: z.array(drop),
});
export type DropFeedReply = z.infer<typeof dropsReply>;
/** Most drops in the feed. */
export const DROPS_SHOWN = 20;
