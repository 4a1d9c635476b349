import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Locale } from '#/contract/kernel/locale.ts';
import { newCode } from '#/server/platform/kernel/codes.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { startFair } from '#/server/domain/fairness/fairEpoch.ts';
import { openLedgerAccounts } from '#/server/domain/ledger/ledger.ts';

interface NewAccount {
  serverKey: string;
  login: string;
  /** In lower case. */
  email: string;
  passwordHash: string;
  inviterId?: number;
  /** Discount code for the first payment. */
  keptDiscountId?: number;
  /** Network address without its last part. Absent when unknown. */
  signUpNetwork?: string;
  /** Language of the mails. Absent for the default. */
  locale?: Locale;
}

const CODE_LENGTH = 8;

/**
 * Creates a player with their initial property: promo code, ledger accounts, fair chain.
 * @returns the id; null if the login or the address is taken on that server
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
  await openLedgerAccounts(tx, created.id);
  await startFair(tx, deps, created.id);
  return created.id;
}
