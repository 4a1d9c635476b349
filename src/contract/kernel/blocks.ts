import * as z from 'zod/mini';

/** What a block stops on an account: each one thing, and nothing else. */
export const BLOCK_SCOPES = ['sign-in', 'buy', 'open', 'spend-in-game', 'deliver', 'refer'] as const;
export type BlockScope = (typeof BLOCK_SCOPES)[number];

/** What a refused player is told of a block. */
export const blockNotice = z.object({
  scope: z.enum(BLOCK_SCOPES),
  /** When it ends; null: never, unless it is lifted. */
  until: z.nullable(z.string()),
});
export type BlockNotice = z.infer<typeof blockNotice>;
