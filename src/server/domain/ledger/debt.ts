import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { ledgerAccounts, type LedgerKind } from '#/server/platform/db/tables/ledger.ts';
import { type LedgerAccount, lockOrder, ofHouse, transfer } from './ledger.ts';

/** Coins that a player has and owes, in OC. */
export interface Balances {
  wallet: number;
  /** Below 0 when the player owes coins. */
  debt: number;
}

/** Locks a player's ledger accounts together with the house accounts that the transaction needs, which come first. */
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
        and(eq(ledgerAccounts.ownerId, accountId), inArray(ledgerAccounts.kind, ['wallet', 'hold', 'debt'])),
        and(ofHouse, inArray(ledgerAccounts.kind, [...houses])),
      ),
    )
    .orderBy(...lockOrder)
    .for('update');
  const balanceOf = (kind: LedgerKind) =>
    rows.find((row) => row.kind === kind && row.ownerId === accountId)?.balance ?? 0;
  return { wallet: balanceOf('wallet'), debt: balanceOf('debt') };
}

/** Opens the debt account of a player if there is none. */
export async function openDebt(tx: NodePgDatabase, ownerId: number): Promise<void> {
  await tx.insert(ledgerAccounts).values({ kind: 'debt', ownerId }).onConflictDoNothing();
}

/** OC that a debit took: from the wallet, and as debt because the wallet had too little. */
export interface Debited {
  coins: number;
  debt: number;
}

/** The cause of a debit with one ledger reason for each half: what the wallet pays, what becomes debt. */
interface DebitCause {
  accountId: number;
  house: Exclude<LedgerKind, 'wallet' | 'hold' | 'debt'>;
  refType: string;
  refId: string;
  reasons: { coins: string; debt: string };
}

/**
 * Debits a player's wallet; what it lacks becomes debt.
 * @param amount OC, 0 or more; 0 does nothing
 * @throws TransferRefused if this cause debited before
 */
export async function debitOrOwe(tx: NodePgDatabase, amount: number, cause: DebitCause): Promise<Debited> {
  if (amount === 0) return { coins: 0, debt: 0 };
  const { accountId: ownerId, house, reasons, refType, refId } = cause;
  const { wallet } = await lockBalances(tx, ownerId, [house]);
  const coins = Math.min(wallet, amount);
  const debt = amount - coins;
  const rest = { to: { kind: house }, refType, refId } as const;
  if (coins > 0)
    await transfer(tx, { from: { kind: 'wallet', ownerId }, amount: coins, reason: reasons.coins, ...rest });
  if (debt > 0) {
    await openDebt(tx, ownerId);
    await transfer(tx, { from: { kind: 'debt', ownerId }, amount: debt, reason: reasons.debt, ...rest });
  }
  await balanceDebt(tx, ownerId);
  return { coins, debt };
}

/**
 * Restores exactly what `debitOrOwe` took. Debt that was repaid meanwhile returns to the wallet.
 * @throws TransferRefused if this cause restored before
 */
export async function restoreDebit(tx: NodePgDatabase, debited: Debited, cause: DebitCause): Promise<void> {
  const { coins, debt } = debited;
  if (coins + debt === 0) return;
  const { accountId: ownerId, house, reasons, refType, refId } = cause;
  await lockBalances(tx, ownerId, [house]);
  const rest = { from: { kind: house }, refType, refId } as const;
  if (coins > 0)
    await transfer(tx, { to: { kind: 'wallet', ownerId }, amount: coins, reason: reasons.coins, ...rest });
  if (debt > 0) {
    await openDebt(tx, ownerId);
    await transfer(tx, { to: { kind: 'debt', ownerId }, amount: debt, reason: reasons.debt, ...rest });
  }
  await balanceDebt(tx, ownerId);
}

/**
 * Pays the player's debt from the wallet, returns an overpayment, and sets `accounts.is_in_debt` to what the ledger
 * says afterwards. Requires `lockBalances`.
 */
export async function balanceDebt(tx: NodePgDatabase, accountId: number): Promise<void> {
  const isInDebt = sql<boolean>`EXISTS (SELECT FROM ${ledgerAccounts} WHERE ${ledgerAccounts.kind} = 'debt'
    AND ${ledgerAccounts.ownerId} = ${accountId} AND ${ledgerAccounts.balance} < 0)`;
  const noteDebtor = () =>
    tx
      .update(accounts)
      .set({ isInDebt })
      .where(and(eq(accounts.id, accountId), sql`${accounts.isInDebt} <> ${isInDebt}`));
  const [{ wallet, debt }] = await Promise.all([lockBalances(tx, accountId, []), noteDebtor()]);
  const own = { kind: 'wallet', ownerId: accountId } as const;
  const owed = { kind: 'debt', ownerId: accountId } as const;
  const repaid = Math.min(wallet, Math.max(0, -debt));
  const move = async (amount: number, reason: string, sides: { from: LedgerAccount; to: LedgerAccount }) =>
    transfer(tx, { amount, reason, ...sides, ...(await nextDebtCause(tx, accountId)) });
  if (repaid > 0) await move(repaid, 'debtRepaid', { from: own, to: owed });
  if (debt > 0) await move(debt, 'debtOverpaid', { from: owed, to: own });
  if (repaid > 0 || debt > 0) await noteDebtor();
}

/**
 * Returns the cause of a player's next repayment: a number of its own, because one order or cash-back may cause several
 * repayments. Requires that the ledger accounts are locked, so that nobody else takes the number.
 */
async function nextDebtCause(tx: NodePgDatabase, accountId: number) {
  const { rows } = await tx.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM ledger_transfers, ledger_accounts debt
    WHERE debt.kind = 'debt' AND debt.owner_id = ${accountId} AND debt.id IN (from_id, to_id)`);
  return { refType: 'debt', refId: `${accountId}:${(rows[0]?.count ?? 0) + 1}` };
}
