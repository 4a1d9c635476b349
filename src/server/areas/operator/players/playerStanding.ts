import { eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type LockedAccount, lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

/**
 * Locks the player of an act.
 * @throws AppError notFound; playerClosed if the account is deleted
 */
export async function lockPlayer(tx: NodePgDatabase, accountId: number): Promise<LockedAccount> {
  const account = await lockAccount(tx, eq(accounts.id, accountId));
  if (!account) fail('notFound');
  if (account.status === 'closed') fail('playerClosed');
  return account;
}

/** The target of an act on a player. It has no version: the fields before take its place. */
export const playerTarget = (playerId: number) => ({ type: 'player', id: String(playerId) });

/** @throws AppError notFound if there is no such player */
export async function refuseStranger(db: NodePgDatabase, accountId: number): Promise<void> {
  if ((await db.$count(accounts, eq(accounts.id, accountId))) === 0) fail('notFound');
}

/** Property of a player in an act's preview and audit entry. */
export interface Belongings {
  /** OC in the wallet, and OC that the player owes. */
  coins: number;
  owed: number;
  /** Unopened pieces of all cases. */
  pieces: number;
  premiumUntil: string | null;
  /** Deliveries to the game that are not cancelled. */
  deliveries: number;
}

type Row = Omit<Belongings, 'premiumUntil'> & { premiumUntil: Date | null } & Record<string, unknown>;

/** Reads a player's property and debt inside a transaction. */
export async function belongingsOf(tx: NodePgDatabase, accountId: number): Promise<Belongings> {
  const { rows } = await tx.execute<Row>(sql`
    SELECT
      (SELECT coalesce(sum(balance), 0)::int FROM ledger_accounts
        WHERE owner_id = ${accountId} AND kind = 'wallet') AS coins,
      (SELECT greatest(-coalesce(sum(balance), 0), 0)::int FROM ledger_accounts
        WHERE owner_id = ${accountId} AND kind = 'debt') AS owed,
      (SELECT coalesce(sum(bought - opened), 0)::int FROM case_lots
        WHERE account_id = ${accountId} AND opened < bought) AS pieces,
      (SELECT max(ends_at) FROM premium_periods
        WHERE account_id = ${accountId} AND revoked_at IS NULL) AS "premiumUntil",
      (SELECT count(*)::int FROM deliveries
        WHERE account_id = ${accountId} AND kind = 'give' AND state <> 'cancelled') AS deliveries`);
  const { coins, owed, pieces, premiumUntil, deliveries } = rows[0]!;
  const until = premiumUntil && new Date(premiumUntil).toISOString();
  return { coins, owed, pieces, premiumUntil: until, deliveries };
}
