import * as z from 'zod/mini';

/**
 * Effects of mailed links. A visitor confirms the effect with a button; the signed-in player of the
 * account does not need to (RT1).
 */
const LINK_EFFECTS = [
  'confirmEmail',
  'agreeToChange',
  'claimAddress',
  'notMe',
  'undoChange',
  'confirmGameLink',
  'stopMails',
] as const;

/** The effect of a mailed link and its account. Addresses are masked, so that a found link reveals none. */
export const linkEffect = z.object({
  does: z.enum(LINK_EFFECTS),
  login: z.string(),
  /** Current address of the account. */
  email: z.string(),
  /** New address of the account, if it changes. */
  newEmail: z.optional(z.string()),
  /** The character that `confirmGameLink` ties to the account, and the name of its server. */
  character: z.optional(z.string()),
  server: z.optional(z.string()),
});
export type LinkEffect = z.infer<typeof linkEffect>;
