import { type Budget, scaled, spend } from '#/server/platform/kernel/budget.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/**
 * New client seeds and ended epochs of one player: more than anybody needs, and few compared with the seeds of a chain.
 */
const SEED_CHANGES: Budget = { name: 'seedChanges', limit: 60, windowMs: 10 * 60_000 };

/** Counts a change of a player's seeds. @throws AppError tooManyRequests */
export async function countSeedChange(deps: Deps, accountId: number): Promise<void> {
  await spend(deps, scaled(SEED_CHANGES, deps.config.rateLimitScale), `#${accountId}`);
}
