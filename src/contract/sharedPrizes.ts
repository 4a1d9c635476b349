import * as z from 'zod/mini';
import { rarity } from './cases.ts';
import { code, text } from './kernel/text.ts';

/** Pages of prizes that their winners share (C14). */

const id = z.int().check(z.positive());

/** The code of a shared prize: 96 random bits, so that nobody finds a page by guessing. */
export const PRIZE_CODE = '[A-Za-z0-9_-]{16}';

/** A coupon of the caller. */
export const shareBody = z.strictObject({ id });
export const shareReply = z.object({ code: z.string() });
/** `withdrawn` is false if the prize was not shared. */
export const withdrawReply = z.object({ withdrawn: z.boolean() });

export const sharedPrizeParams = z.strictObject({
  prize: text(16, 'notFound').check(z.regex(new RegExp(`^${PRIZE_CODE}$`), code('notFound'))),
});

/** What strangers see of a shared prize. It names no player. */
export const sharedPrize = z.object({
  item: z.object({ id, name: z.string(), imageName: z.string(), color: rarity }),
  case: z.object({ id, name: z.string() }),
  /** Odds of the item when it was drawn: tickets of a million. */
  tickets: z.int(),
  oddsHash: z.string(),
  /** With it the draw is verified and its spin is replayed. It also leads to the other draws of its epoch. */
  draw: z.object({ epochId: z.string(), nonce: z.int() }),
  /** Time of the draw. */
  at: z.iso.datetime(),
});
export type SharedPrize = z.infer<typeof sharedPrize>;
