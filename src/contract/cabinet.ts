import * as z from 'zod/mini';

/** The signed-in player as SEED.md names the fields. */
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
});

export const userReply = z.object({ user, couponCount: z.int(), caseCount: z.int() });
export type UserReply = z.infer<typeof userReply>;
