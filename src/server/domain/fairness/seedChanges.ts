import { type Budget, scaled, spend } from '../budget.ts';
import type { Deps } from '../deps.ts';

/** New client seeds and ended epochs of one player: more than anybody needs, and few beside the seeds of a chain. */
const SEED_CHANGES: Budget = { name: 'seedChanges', limit: 60, windowMs: 10 * 60_000 };

/** Counts a change of the seeds of a player. @throws AppError tooManyRequests */
export async function countSeedChange(deps: Deps, accountId: number): Promise<void> {
  await spend(deps, scaled(SEED_CHANGES, deps.config.rateLimitScale), `#${accountId}`);
}
