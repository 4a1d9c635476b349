import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import {
  HOUSE_PARTS,
  type LedgerKind,
  ledgerAccounts,
  ledgerTransfers,
} from '#/server/platform/db/tables/ledger.ts';

/**
 * SQL condition for the house accounts of a transaction: it uses one part of each. Transactions with another part do not
 * wait for it, and those with the same part lock the same rows in the same order, so they do not deadlock.
 */
export const ofHouse = and(
  isNull(ledgerAccounts.ownerId),
  sql`${ledgerAccounts.part} = pg_current_xact_id()::text::bigint % ${sql.raw(String(HOUSE_PARTS))}`,
);
/** Order in which ledger accounts are locked: those of the house first. */
export const lockOrder = [sql`${ledgerAccounts.ownerId} IS NOT NULL`, ledgerAccounts.id];

/** A ledger account: one of a player's, or a house account. */
export type LedgerAccount =
  | { kind: 'wallet' | 'hold' | 'debt'; ownerId: number }
  | { kind: Exclude<LedgerKind, 'wallet' | 'hold' | 'debt'> };

interface Transfer {
  from: LedgerAccount;
  to: LedgerAccount;
  /** OC, at least 1. */
  amount: number;
  /** The business cause: these three move coins once (LE4). */
  reason: string;
  refType: string;
  refId: string;
}

/**
 * moved: with the payer's new balance in OC; repeated: this cause moved its coins before; notEnough: the payer has too
 * little.
 */
export type TransferResult = { outcome: 'moved'; balance: number } | { outcome: 'repeated' | 'notEnough' };

/** A transfer that was refused although its caller relies on it. The transaction must be rolled back. */
export class TransferRefused extends Error {
  override readonly name = 'TransferRefused';
  readonly outcome: 'repeated' | 'notEnough';

  constructor(
    outcome: 'repeated' | 'notEnough',
    { reason, refType, refId, amount }: Pick<Transfer, 'reason' | 'refType' | 'refId' | 'amount'>,
  ) {
    super(`${reason} of ${refType} ${refId} did not move ${amount} coins: ${outcome}`);
    this.outcome = outcome;
  }
}

/**
 * Transfers coins between two ledger accounts in the caller's transaction.
 * @returns the payer's new balance in OC
 * @throws TransferRefused if the payer has too little, or this cause moved its coins before
 * @throws RangeError if the amount is not a positive whole number
 */
export async function transfer(tx: NodePgDatabase, move: Transfer): Promise<number> {
  const result = await tryTransfer(tx, move);
  if (result.outcome !== 'moved') throw new TransferRefused(result.outcome, move);
  return result.balance;
}

/**
 * Transfers coins between two ledger accounts in the caller's transaction, for callers that expect a refusal (LE1 to LE3,
 * LE4). One statement checks the payer's balance and changes both, so a wallet is never overdrawn.
 * @throws RangeError if the amount is not a positive whole number
 */
export async function tryTransfer(tx: NodePgDatabase, move: Transfer): Promise<TransferResult> {
  const { amount, reason, refType, refId } = move;
  if (!Number.isSafeInteger(amount) || amount < 1) throw new RangeError(`cannot move ${amount} coins`);
  // both statements are sent at once: PostgreSQL takes the locks before it begins the second one
  const [, moved] = await Promise.all([
    lockBoth(tx, [move.from, move.to]),
    tx.execute<{ is_payer: boolean; balance: string }>(sql`
      WITH cause AS (
        INSERT INTO ledger_transfers (from_id, to_id, amount, reason, ref_type, ref_id)
        SELECT payer.id, ${idOf(move.to)}, ${amount}, ${reason}, ${refType}, ${refId} FROM ledger_accounts payer
        WHERE payer.id = ${idOf(move.from)} AND (payer.balance >= ${amount} OR payer.kind NOT IN ('wallet', 'hold'))
        ON CONFLICT (reason, ref_type, ref_id) DO NOTHING
        RETURNING from_id, to_id, amount)
      UPDATE ledger_accounts account
      SET balance = balance + CASE account.id WHEN cause.from_id THEN -cause.amount ELSE cause.amount END
      FROM cause WHERE account.id IN (cause.from_id, cause.to_id)
      RETURNING account.id = cause.from_id AS is_payer, account.balance`),
  ]);
  const payer = moved.rows.find((row) => row.is_payer);
  if (payer) return { outcome: 'moved', balance: Number(payer.balance) };
  const cause = and(
    eq(ledgerTransfers.reason, reason),
    eq(ledgerTransfers.refType, refType),
    eq(ledgerTransfers.refId, refId),
  );
  const earlier = await tx.select({ id: ledgerTransfers.id }).from(ledgerTransfers).where(cause);
  return { outcome: earlier.length > 0 ? 'repeated' : 'notEnough' };
}

interface Payments {
  /** A house account, or one of a player whose balance the caller has locked and found sufficient. */
  from: LedgerAccount;
  to: LedgerAccount;
  reason: string;
  refType: string;
  /** One transfer each; amounts in OC, at least 1. */
  moves: readonly { refId: string; amount: number }[];
}

/**
 * Transfers coins from one ledger account to another for many causes at once, all or none. The payer's balance is not
 * checked.
 * @throws TransferRefused if one of the causes moved its coins before
 */
export async function transferEach(tx: NodePgDatabase, payments: Payments): Promise<void> {
  const { reason, refType, moves } = payments;
  const bad = moves.find(({ amount }) => !Number.isSafeInteger(amount) || amount < 1);
  if (bad) throw new RangeError(`cannot move ${bad.amount} coins`);
  const refIds = sql.param(moves.map(({ refId }) => refId));
  const amounts = sql.param(moves.map(({ amount }) => amount));
  const [, { rows }] = await Promise.all([
    lockBoth(tx, [payments.from, payments.to]),
    tx.execute<{ count: number }>(sql`
      WITH sides AS (SELECT ${idOf(payments.from)} AS from_id, ${idOf(payments.to)} AS to_id),
      moved AS (
        INSERT INTO ledger_transfers (from_id, to_id, amount, reason, ref_type, ref_id)
        SELECT from_id, to_id, amount, ${reason}, ${refType}, ref_id
        FROM sides, unnest(${refIds}::text[], ${amounts}::bigint[]) AS move(ref_id, amount)
        ON CONFLICT (reason, ref_type, ref_id) DO NOTHING
        RETURNING amount),
      total AS (SELECT coalesce(sum(amount), 0) AS amount, count(*)::int AS count FROM moved)
      UPDATE ledger_accounts account
      SET balance = balance + CASE account.id WHEN from_id THEN -total.amount ELSE total.amount END
      FROM total, sides WHERE account.id IN (from_id, to_id)
      RETURNING total.count`),
  ]);
  if (rows[0]?.count !== moves.length)
    throw new TransferRefused('repeated', { reason, refType, ...moves[0]! });
}

/** Opens the ledger accounts that every player has. */
export async function openLedgerAccounts(tx: NodePgDatabase, ownerId: number): Promise<void> {
  await tx.insert(ledgerAccounts).values({ kind: 'wallet', ownerId });
}

/** SQL condition: a row of `ledger_accounts` is this ledger account. */
const byLedgerAccount = (account: LedgerAccount) =>
  and(
    eq(ledgerAccounts.kind, account.kind),
    'ownerId' in account ? eq(ledgerAccounts.ownerId, account.ownerId) : ofHouse,
  );

/** SQL: the id of a ledger account. */
const idOf = (account: LedgerAccount) =>
  sql`(SELECT ${ledgerAccounts.id} FROM ${ledgerAccounts} WHERE ${byLedgerAccount(account)})`;

/**
 * Locks both sides of a transfer in one order, so that two transfers in opposite directions wait for each other instead of
 * deadlocking. It is sent before the statement of `execute` that follows, because Drizzle sends both in their order.
 */
async function lockBoth(tx: NodePgDatabase, sides: readonly [LedgerAccount, LedgerAccount]): Promise<void> {
  const { rows } = await tx.execute<{ kind: string; owner: string | null }>(
    sql`SELECT ${ledgerAccounts.kind}, ${ledgerAccounts.ownerId} AS owner FROM ${ledgerAccounts}
      WHERE ${or(...sides.map(byLedgerAccount))} ORDER BY ${sql.join(lockOrder, sql`, `)} FOR UPDATE`,
  );
  for (const { kind, ...side } of sides) {
    const owner = 'ownerId' in side ? String(side.ownerId) : null;
    if (!rows.some((row) => row.kind === kind && row.owner === owner))
      throw new Error(`there is no ${kind} of ${owner ?? 'the house'}`);
  }
}
