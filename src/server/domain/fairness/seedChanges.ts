import { type RateLimit, countAttempt } from '#/server/platform/kernel/rateLimit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/**
 * New client seeds and ended epochs of one player: more than a player needs, and few compared with the seeds of a
 * chain.
 */
const SEED_CHANGES: RateLimit = { name: 'seedChanges', limit: 60, windowMs: 10 * 60_000 };

/** Counts a change of a player's seeds. @throws AppError tooManyRequests */
export async function countSeedChange(deps: Deps, accountId: number): Promise<void> {
  await countAttempt(deps, SEED_CHANGES, `#${accountId}`);
}
