import { eq } from 'drizzle-orm';
import type { BlockScope } from '#/contract/kernel/blocks.ts';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { type NewBlock, setBlock } from '#/server/domain/accounts/access/blocks.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { TestApp } from '../app/testApp.ts';

/**
 * Blocks a scope of an account, without an end unless one is given.
 * @returns id of the block
 */
export const blockAccount = (
  app: TestApp,
  accountId: number,
  scope: BlockScope = 'sign-in',
  changes: Partial<NewBlock> = {},
): Promise<number> =>
  withTx(app.pool, async (tx) => {
    await lockAccount(tx, eq(accounts.id, accountId));
    const block = {
      accountId,
      scope,
      source: 'operator',
      reason: 'test',
      endsAt: null,
      setBy: null,
    } as const;
    const { row } = await setBlock(tx, app.deps, { ...block, ...changes });
    return row.id;
  });
