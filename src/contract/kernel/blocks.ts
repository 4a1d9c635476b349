import * as z from 'zod/mini';

/** Each scope stops exactly one thing on an account. */
export const BLOCK_SCOPES = ['sign-in', 'buy', 'open', 'spend-in-game', 'deliver', 'refer'] as const;
export type BlockScope = (typeof BLOCK_SCOPES)[number];

/** The details of a block that a refused player receives. */
export const blockNotice = z.object({
  scope: z.enum(BLOCK_SCOPES),
  /** End of the block, ISO 8601. Null when the block has no end. */
  until: z.nullable(z.string()),
});
export type BlockNotice = z.infer<typeof blockNotice>;
