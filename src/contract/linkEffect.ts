import * as z from 'zod/mini';

/** What a mailed link does; each asks for a press of a button unless its player is signed in (RT1). */
const LINK_EFFECTS = ['confirmEmail', 'agreeToChange', 'claimAddress', 'notMe', 'undoChange'] as const;

/** What a mailed link does, and to whom. Addresses are masked: whoever finds a link learns none. */
export const linkEffect = z.object({
  does: z.enum(LINK_EFFECTS),
  login: z.string(),
  /** Of the account now. */
  email: z.string(),
  /** Of the account afterwards, where it changes. */
  newEmail: z.optional(z.string()),
});
export type LinkEffect = z.infer<typeof linkEffect>;
