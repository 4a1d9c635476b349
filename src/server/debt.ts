import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { accounts, ledgerAccounts, type LedgerKind } from './db/schema.ts';
import { transfer } from './ledger.ts';

/** What a player has and owes, in OC. */
export interface Balances {
  wallet: number;
  /** Below 0 is owed. */
  debt: number;
}

/**
 * Locks a player's purses together with those of the house that the transaction will need: house purses are the older
 * rows, so that everything locks in the order of ids (ledger.ts).
 */
export async function lockBalances(
  tx: NodePgDatabase,
  accountId: number,
  houses: readonly Exclude<LedgerKind, 'wallet' | 'hold' | 'debt'>[],
): Promise<Balances> {
  const rows = await tx
    .select({
      kind: ledgerAccounts.kind,
      ownerId: ledgerAccounts.ownerId,
      balance: ledgerAccounts.balance,
    })
    .from(ledgerAccounts)
    .where(
      or(
        and(eq(ledgerAccounts.ownerId, accountId), inArray(ledgerAccounts.kind, ['wallet', 'debt'])),
        and(isNull(ledgerAccounts.ownerId), inArray(ledgerAccounts.kind, [...houses])),
      ),
    )
    .orderBy(ledgerAccounts.id)
    .for('update');
  const balanceOf = (kind: LedgerKind) =>
    rows.find((row) => row.kind === kind && row.ownerId === accountId)?.balance ?? 0;
  return { wallet: balanceOf('wallet'), debt: balanceOf('debt') };
}

/** Opens the purse of a player's debt, where there is none. */
export async function openDebt(tx: NodePgDatabase, ownerId: number): Promise<void> {
  await tx.insert(ledgerAccounts).values({ kind: 'debt', ownerId }).onConflictDoNothing();
}

/**
 * Lets coins that came in pay what is owed first, gives back what was paid too much, and keeps `accounts.is_in_debt`
 * true to the purse. Both purses are locked (`lockBalances`).
 * @param cause of what came in or went out
 */
export async function balanceDebt(
  tx: NodePgDatabase,
  accountId: number,
  cause: { refType: string; refId: string },
): Promise<void> {
  const { wallet, debt } = await lockBalances(tx, accountId, []);
  const purse = { kind: 'wallet', ownerId: accountId } as const;
  const owed = { kind: 'debt', ownerId: accountId } as const;
  const repaid = Math.min(wallet, Math.max(0, -debt));
  if (repaid > 0)
    await transfer(tx, { from: purse, to: owed, amount: repaid, reason: 'debtRepaid', ...cause });
  if (debt > 0) await transfer(tx, { from: owed, to: purse, amount: debt, reason: 'debtOverpaid', ...cause });
  const isInDebt = debt + repaid < 0;
  await tx
    .update(accounts)
    .set({ isInDebt })
    .where(and(eq(accounts.id, accountId), sql`${accounts.isInDebt} <> ${isInDebt}`));
}
