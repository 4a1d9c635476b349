import * as z from 'zod/mini';
import { text } from './kernel/text.ts';

// Every page evaluates this file, so it has only what pages of every area need of a session.

/** The signed-in player, with the specification's field names. */
export const user = z.object({
  login: z.string(),
  email: z.string(),
  /** Key of the server the account lives on. */
  server: z.string(),
  serverName: z.string(),
  /** Balance in OC. */
  premiumCoins: z.int(),
  status: z.string(),
  isMediaPartner: z.boolean(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  userPromoCode: z.string(),
  /** The inviter's code, null until one is saved. */
  registrationPromoCode: z.nullable(z.string()),
  isVerified: z.boolean(),
  isTwoFaEnabled: z.boolean(),
  /** The new address of a pending e-mail change; null if there is none. */
  pendingEmail: z.nullable(z.string()),
  /** Seconds until the verification mail may be requested again; 0 if it may now (C2). */
  resendSeconds: z.int(),
  /** ISO 8601: when the unconfirmed account will be deleted; null if it is confirmed or has paid (C2). */
  deletedAfter: z.nullable(z.string()),
});

export const userReply = z.object({
  user,
  couponCount: z.int(),
  caseCount: z.int(),
  /** End of the player's Premium, ISO 8601; null without Premium. */
  premiumUntil: z.nullable(z.string()),
  /** Discount code from the sign-up that waits for the first payment; null without one (A10). */
  keptDiscountCode: z.nullable(z.string()),
  /** Unread news, at most `MOST_UNREAD` (C15). */
  unreadNews: z.int(),
});
export type UserReply = z.infer<typeof userReply>;

export const resendVerifyReply = z.object({ resendSeconds: z.int() });

/** An empty token signs out. */
export const storeTokenBody = z.strictObject({ token: text(256) });
export const storeTokenReply = z.object({ signedIn: z.boolean() });

export const csrfTokenReply = z.object({ csrfToken: z.string() });

export const logoutReply = z.object({ signedOut: z.literal(true) });
