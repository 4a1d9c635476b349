import { withTx } from './db/tx.ts';
import type { Deps } from './deps.ts';
import { makeDiscount } from './shop/discountCodes.ts';

/** Known to everyone: 10 % off anything, once for each account, in the demonstration mode only. */
export const demoDiscount = { code: 'NIGHT10', percentBasisPoints: 1000, perAccountLimit: 1 } as const;

/** Makes the discount code of the demonstration, unless it is there. */
export async function seedDemoDiscount(deps: Deps): Promise<void> {
  await withTx(deps.pool, (tx) => makeDiscount(tx, deps, demoDiscount, 'site'));
}
