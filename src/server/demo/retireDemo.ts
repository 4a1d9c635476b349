import { and, eq, gt, isNull, ne, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { BLOCK_SCOPES } from '#/contract/kernel/blocks.ts';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { findBlock, setBlock } from '#/server/domain/accounts/access/blocks.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { accounts, audit } from '#/server/platform/db/tables/accounts.ts';
import { demoHistory } from '#/server/platform/db/tables/site/demo.ts';
import { gameKeys } from '#/server/platform/db/tables/game.ts';
import { operators } from '#/server/platform/db/tables/operators/operators.ts';
import { discountCodes } from '#/server/platform/db/tables/shop.ts';
import { ledgerTransfers } from '#/server/platform/db/tables/ledger.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { SIMULATED_LABEL } from './simulatedGames.ts';
import { demoDiscount } from './demoDiscount.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** Block of the demo player, whose password is public. It is lifted when the demonstration is turned on again. */
const DEMO_BLOCK = { source: 'rule', reason: 'the demonstration is off', endsAt: null, setBy: null } as const;

/**
 * Blocks the remains of a demonstration on a site that is no longer one: the player with the public password, the
 * public discount code, the made-up colleagues and the keys of the simulated games. All but the colleagues return if the
 * demonstration is turned on again. Its history is not continued.
 */
export async function retireDemo(deps: Pick<Deps, 'pool' | 'now'>): Promise<void> {
  await withTx(deps.pool, async (tx) => {
    await blockPlayer(tx, deps);
    await endDiscount(tx, deps);
    await removeColleagues(tx, deps);
    await tx
      .update(gameKeys)
      .set({ revokedAt: deps.now() })
      .where(and(eq(gameKeys.label, SIMULATED_LABEL), isNull(gameKeys.revokedAt)));
    // an unfinished history is marked as finished, so that rows of this site get no past times any more
    await tx.update(demoHistory).set({ finishedAt: deps.now() }).where(isNull(demoHistory.finishedAt));
  });
}

/**
 * Blocks the demo player, found by the gift of `seedDemoPlayer`, because a visitor may have changed login, e-mail and
 * password.
 */
async function blockPlayer(tx: NodePgDatabase, deps: Pick<Deps, 'now'>): Promise<void> {
  const gifts = tx
    .select({ accountId: sql<string>`${ledgerTransfers.refId}::bigint`.mapWith(Number) })
    .from(ledgerTransfers)
    .where(and(eq(ledgerTransfers.reason, 'demo'), eq(ledgerTransfers.refType, 'account')));
  for (const { accountId } of await gifts) {
    const account = await lockAccount(tx, and(eq(accounts.id, accountId), eq(accounts.status, 'active'))!);
    const isBlocked = (await findBlock(tx, deps, accountId, 'sign-in'))?.until === null;
    if (!account || isBlocked) continue;
    for (const scope of BLOCK_SCOPES) await setBlock(tx, deps, { ...DEMO_BLOCK, accountId, scope });
    await writeAudit(tx, deps, { accountId, actor: 'site', event: 'demoPlayerBlocked' });
  }
}

/** Ends the demo code, but not a code of the same name that an operator made. */
async function endDiscount(tx: NodePgDatabase, deps: Pick<Deps, 'now'>): Promise<void> {
  const { code } = demoDiscount;
  const madeBySite = sql`EXISTS (SELECT FROM ${audit} WHERE ${audit.event} = 'discountCodeMade'
    AND ${audit.actor} = 'site' AND ${audit.detail} ->> 'code' = ${code})`;
  const whereNotEnded = or(isNull(discountCodes.endsAt), gt(discountCodes.endsAt, deps.now()));
  const ended = await tx
    .update(discountCodes)
    .set({ endsAt: deps.now() })
    .where(and(eq(discountCodes.code, code), whereNotEnded, madeBySite))
    .returning({ id: discountCodes.id });
  if (ended.length > 0)
    await writeAudit(tx, deps, {
      accountId: null,
      actor: 'site',
      event: 'demoDiscountEnded',
      detail: { code },
    });
}

/** Removes the made-up colleagues from the list of operators. What they did stays in the audit log. */
async function removeColleagues(tx: NodePgDatabase, deps: Pick<Deps, 'now'>): Promise<void> {
  const removed = await tx
    .update(operators)
    .set({ state: 'disabled', version: sql`${operators.version} + 1` })
    .where(and(operators.isDemo, ne(operators.state, 'disabled')))
    .returning({ id: operators.id });
  for (const { id } of removed)
    await writeAudit(tx, deps, {
      accountId: null,
      actor: 'site',
      event: 'demoStaffRemoved',
      detail: { operator: id },
    });
}
