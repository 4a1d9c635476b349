import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Locale } from '#/contract/locale.ts';
import { newCode } from '../codes.ts';
import { accounts } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { startFair } from '../fairEpoch.ts';
import { openPurses } from '../ledger.ts';

interface NewAccount {
  serverKey: string;
  login: string;
  /** In lower case. */
  email: string;
  passwordHash: string;
  inviterId?: number;
  /** Language of the mails; absent: the default. */
  locale?: Locale;
}

const CODE_LENGTH = 8;

/**
 * Makes a player with everything a player has from the first moment: promo code, purses, fair chain.
 * @returns the id, or null when the login or the address is taken on that server
 */
export async function createAccount(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'randomBytes' | 'secretKey' | 'now'>,
  account: NewAccount,
): Promise<number | null> {
  const userPromoCode = newCode(deps, CODE_LENGTH);
  const createdAt = deps.now();
  const [created] = await tx
    .insert(accounts)
    .values({ ...account, userPromoCode, createdAt, invitedAt: account.inviterId ? createdAt : null })
    .onConflictDoNothing()
    .returning({ id: accounts.id });
  if (!created) {
    const [holder] = await tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.userPromoCode, userPromoCode));
    return holder ? createAccount(tx, deps, account) : null;
  }
  await openPurses(tx, created.id);
  await startFair(tx, deps, created.id);
  return created.id;
}
