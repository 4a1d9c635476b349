import * as z from 'zod/mini';
import { email } from '#/contract/auth.ts';
import { text } from '#/contract/kernel/text.ts';

export const SEARCH_MAX_HITS = 10;

/** Any text that a player may quote, without control characters and unpaired surrogates. */
export const searchQuery = z.strictObject({
  q: text(300).check(z.trim(), z.minLength(1), z.regex(/^[^\p{C}]+$/u)),
});
export const searchEmailBody = z.strictObject({ email });

export const HIT_KINDS = [
  'order',
  'player',
  'delivery',
  'coupon',
  'draw',
  'discount',
  'discountOrders',
] as const;

const hit = z.object({
  kind: z.enum(HIT_KINDS),
  /** Last part of the page's address: an id. For `discountOrders`, the code. */
  id: z.string(),
  /**
   * A text that identifies the result, for example a login with its server. It is the same in every
   * language.
   */
  words: z.string(),
  /** Account that owns the coupon or draw. Null for results with a page of their own. */
  player: z.nullable(z.int()),
});
export type Hit = z.infer<typeof hit>;

export const searchReply = z.object({ hits: z.array(hit) });
