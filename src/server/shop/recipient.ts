import { and, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { accounts, servers } from '../db/schema.ts';
import { fail } from '../errors.ts';
import type { SessionAccount } from '../session.ts';

/** Whom a purchase is for. */
export interface Recipient {
  id: number;
  login: string;
}

/**
 * Finds the account that a form names by login or e-mail on a server. Signed in, one buys for oneself (S15). By an
 * address that nobody has confirmed only its own player buys: it may be somebody else's.
 * @throws AppError accountNotFound, accountUnconfirmed (of the field login), serverRequired
 */
export async function findRecipient(
  tx: NodePgDatabase,
  { server, login: typed }: { server: string; login: string },
  buyer: SessionAccount | null,
): Promise<Recipient> {
  const isEmail = typed.includes('@');
  const isNamed = isEmail
    ? eq(accounts.email, typed.toLowerCase())
    : sql`lower(${accounts.login}) = lower(${typed})`;
  const [account] = await tx
    .select({
      id: accounts.id,
      login: accounts.login,
      status: accounts.status,
      isVerified: accounts.isVerified,
    })
    .from(accounts)
    .where(and(eq(accounts.serverKey, server), isNamed));
  const isOwn = account?.id === buyer?.id;
  if (account?.status !== 'active' || (buyer && !isOwn)) {
    const [known] = await tx.select({ key: servers.key }).from(servers).where(eq(servers.key, server));
    if (!known) fail('serverRequired', { errors: { server: 'serverRequired' } });
    return fail('accountNotFound', { errors: { login: 'accountNotFound' } });
  }
  if (isEmail && !account.isVerified && !isOwn)
    fail('accountUnconfirmed', { errors: { login: 'accountUnconfirmed' } });
  return { id: account.id, login: account.login };
}
