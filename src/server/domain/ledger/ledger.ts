import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type LedgerKind, ledgerAccounts, ledgerTransfers } from './db/schema.ts';

/** Where coins lie: one of a player's accounts, or one of the house's. */
export type Purse =
  | { kind: 'wallet' | 'hold' | 'debt'; ownerId: number }
  | { kind: Exclude<LedgerKind, 'wallet' | 'hold' | 'debt'> };

interface Transfer {
  from: Purse;
  to: Purse;
  /** OC, at least 1. */
  amount: number;
  /** The business cause; the same three never move coins twice (L5). */
  reason: string;
  refType: string;
  refId: string;
}

/** moved: with the payer's new balance in OC; repeated: this cause moved its coins before. */
export type TransferResult = { outcome: 'moved'; balance: number } | { outcome: 'repeated' | 'notEnough' };

/**
 * Moves coins between two purses inside the caller's transaction (L1 to L3, L5). The statement that changes both
 * balances is the one that checks the payer's.
 * @throws RangeError for an amount that is no positive whole number
 */
export async function transfer(tx: NodePgDatabase, move: Transfer): Promise<TransferResult> {
  const { amount, reason, refType, refId } = move;
  if (!Number.isSafeInteger(amount) || amount < 1) throw new RangeError(`cannot move ${amount} coins`);
  const [fromId, toId] = await lockPurses(tx, move.from, move.to);
  const moved = await tx.execute<{ id: string; balance: string }>(sql`
    WITH cause AS (
      INSERT INTO ledger_transfers (from_id, to_id, amount, reason, ref_type, ref_id)
      SELECT payer.id, ${toId}, ${amount}, ${reason}, ${refType}, ${refId} FROM ledger_accounts payer
      WHERE payer.id = ${fromId} AND (payer.balance >= ${amount} OR payer.kind NOT IN ('wallet', 'hold'))
      ON CONFLICT (reason, ref_type, ref_id) DO NOTHING
      RETURNING from_id, to_id, amount)
    UPDATE ledger_accounts purse
    SET balance = balance + CASE purse.id WHEN cause.from_id THEN -cause.amount ELSE cause.amount END
    FROM cause WHERE purse.id IN (cause.from_id, cause.to_id)
    RETURNING purse.id, purse.balance`);
  const payer = moved.rows.find((row) => Number(row.id) === fromId);
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
  from: Exclude<Purse, { ownerId: number }>;
  to: Purse;
  reason: string;
  refType: string;
  /** One transfer each; amounts in OC, at least 1. */
  moves: readonly { refId: string; amount: number }[];
}

/** Moves coins of the house to one purse for many causes at once; a cause that moved its coins before moves none. */
export async function transferEach(tx: NodePgDatabase, payments: Payments): Promise<void> {
  const { reason, refType, moves } = payments;
  const bad = moves.find(({ amount }) => !Number.isSafeInteger(amount) || amount < 1);
  if (bad) throw new RangeError(`cannot move ${bad.amount} coins`);
  const [fromId, toId] = await lockPurses(tx, payments.from, payments.to);
  const refIds = sql.param(moves.map(({ refId }) => refId));
  const amounts = sql.param(moves.map(({ amount }) => amount));
  await tx.execute(sql`
    WITH moved AS (
      INSERT INTO ledger_transfers (from_id, to_id, amount, reason, ref_type, ref_id)
      SELECT ${fromId}, ${toId}, amount, ${reason}, ${refType}, ref_id
      FROM unnest(${refIds}::text[], ${amounts}::bigint[]) AS move(ref_id, amount)
      ON CONFLICT (reason, ref_type, ref_id) DO NOTHING
      RETURNING amount),
    total AS (SELECT coalesce(sum(amount), 0) AS amount FROM moved)
    UPDATE ledger_accounts purse
    SET balance = balance + CASE purse.id WHEN ${fromId} THEN -total.amount ELSE total.amount END
    FROM total WHERE purse.id IN (${fromId}, ${toId})`);
}

/** Opens the purses that every player has. */
export async function openPurses(tx: NodePgDatabase, ownerId: number): Promise<void> {
  await tx.insert(ledgerAccounts).values({ kind: 'wallet', ownerId });
}

// always in the order of ids, so that two transfers in opposite directions wait instead of deadlocking
async function lockPurses(tx: NodePgDatabase, from: Purse, to: Purse): Promise<[number, number]> {
  const ids = [];
  for (const purse of [from, to]) {
    const owner =
      'ownerId' in purse ? eq(ledgerAccounts.ownerId, purse.ownerId) : isNull(ledgerAccounts.ownerId);
    const [found] = await tx
      .select({ id: ledgerAccounts.id })
      .from(ledgerAccounts)
      .where(and(eq(ledgerAccounts.kind, purse.kind), owner));
    if (!found)
      throw new Error(`there is no ${purse.kind} of ${'ownerId' in purse ? purse.ownerId : 'the house'}`);
    ids.push(found.id);
  }
  await tx
    .select({ id: ledgerAccounts.id })
    .from(ledgerAccounts)
    .where(inArray(ledgerAccounts.id, ids))
    .orderBy(ledgerAccounts.id)
    .for('update');
  return ids as [number, number];
}
