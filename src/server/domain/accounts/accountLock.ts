import type { SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { accounts } from '#/server/platform/db/tables/accounts.ts';

export type LockedAccount = Pick<
  typeof accounts.$inferSelect,
  | 'id'
  | 'serverKey'
  | 'login'
  | 'email'
  | 'passwordHash'
  | 'status'
  | 'locale'
  | 'isVerified'
  | 'isTwoFaEnabled'
  | 'isInDebt'
>;

/**
 * Locks an account until the transaction ends. Everything that starts or ends sessions, or changes password, address,
 * second factor or status, calls this before it locks any other row.
 */
export async function lockAccount(tx: NodePgDatabase, where: SQL): Promise<LockedAccount | undefined> {
  const [account] = await tx
    .select({
      id: accounts.id,
      serverKey: accounts.serverKey,
      login: accounts.login,
      email: accounts.email,
      passwordHash: accounts.passwordHash,
      status: accounts.status,
      locale: accounts.locale,
      isVerified: accounts.isVerified,
      isTwoFaEnabled: accounts.isTwoFaEnabled,
      isInDebt: accounts.isInDebt,
    })
    .from(accounts)
    .where(where)
    .for('no key update');
  return account;
}
