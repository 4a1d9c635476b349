import { type RateLimit, countAttempt, scaled } from '#/server/platform/kernel/rateLimit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/**
 * New client seeds and ended epochs of one player: more than a player needs, and few compared with the seeds of a
 * chain. Proofs need more at once, so `RATE_LIMIT_SCALE` multiplies this limit of accounts, too.
 */
const SEED_CHANGES: RateLimit = { name: 'seedChanges', limit: 60, windowMs: 10 * 60_000 };

/** Counts a change of a player's seeds. @throws AppError tooManyRequests */
export async function countSeedChange(deps: Deps, accountId: number): Promise<void> {
  await countAttempt(deps, scaled(SEED_CHANGES, deps.config.rateLimitScale), `#${accountId}`);
}
