import * as z from 'zod/mini';
import { email } from '#/contract/auth.ts';
import { BLOCK_SCOPES } from '#/contract/kernel/blocks.ts';
import { LOCALES } from '#/contract/kernel/locale.ts';
import { text } from '#/contract/kernel/text.ts';
import { reason } from './people/people.ts';

/** Most OC of one gift or correction. */
export const COINS_PER_ACT_MAX = 1_000_000;

/** Largest gift of each kind: OC, pieces of a case or a good, days of Premium. */
export const GIFT_MOST = { coins: COINS_PER_ACT_MAX, case: 1000, goods: 100, premium: 366 } as const;

const id = z.int().check(z.positive(), z.lte(1e9));
const upTo = (most: number) => z.int().check(z.positive(), z.lte(most));

/** A gift of an operator. `count`: OC, days of Premium, or pieces. */
export const gift = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('coins'), count: upTo(GIFT_MOST.coins) }),
  z.strictObject({ what: z.literal('premium'), count: upTo(GIFT_MOST.premium) }),
  z.strictObject({ what: z.literal('case'), count: upTo(GIFT_MOST.case), caseId: id }),
  z.strictObject({ what: z.literal('goods'), count: upTo(GIFT_MOST.goods), goodsId: id }),
]);
export type Gift = z.infer<typeof gift>;

const named = z.object({ id, names: z.object({ ru: z.string(), uk: z.string(), en: z.string() }) });
/** Things that can be given: cases, and the goods that are sold on the player's server. */
export const giftsReply = z.object({ cases: z.array(named), goods: z.array(named) });
export type GiftsReply = z.infer<typeof giftsReply>;

export const grantBody = z.strictObject({ gift, reason });
/** OC. */
export const coinsBody = z.strictObject({ coins: upTo(COINS_PER_ACT_MAX), reason });
export const takeOverBody = z.strictObject({
  /** Account that takes over the debt. */
  payer: id,
  reason,
});
/** An act whose only input is its reason. */
export const playerActBody = z.strictObject({ reason });
export const changePlayerEmailBody = z.strictObject({ email, reason });
export const endPlayerSessionsBody = z.strictObject({
  /** Id of one session. Absent to end all sessions. */
  session: z.optional(id),
  reason,
});
export const partnerBody = z.strictObject({ isMediaPartner: z.boolean(), reason });
/** Day on which the player asked for it, in UTC. The law allows one month from then. */
const askedOn = text(10).check(z.regex(/^20\d\d-/), z.iso.date());
export const closePlayerBody = z.strictObject({ askedOn, reason });
export const exportPlayerBody = z.strictObject({
  askedOn,
  /** Language of the names in the file. */
  locale: z.enum(LOCALES),
  reason,
});
export type ExportPlayerBody = z.output<typeof exportPlayerBody>;

/** Balances of the player's ledger accounts after the act, in OC. */
export const balancesReply = z.object({ coins: z.int(), owed: z.int() });
export const endedReply = z.object({ ended: z.int() });

/** The longest block with an end. */
export const BLOCK_DAYS_MAX = 3650;
/** End of a block. Days count from the server's time. */
const blockEnd = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('days'), days: upTo(BLOCK_DAYS_MAX) }),
  z.strictObject({ kind: z.literal('date'), until: text(40).check(z.iso.datetime()) }),
  z.strictObject({ kind: z.literal('forGood') }),
]);
export type BlockEnd = z.infer<typeof blockEnd>;
export const blockPlayerBody = z.strictObject({ scope: z.enum(BLOCK_SCOPES), end: blockEnd, reason });
export const liftBlockBody = z.strictObject({ block: id, reason });
/** Id of the block. */
export const blockReply = z.object({ block: z.int() });
