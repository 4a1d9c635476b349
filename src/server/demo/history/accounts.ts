import { and, eq } from 'drizzle-orm';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import type { Past } from './past.ts';
import type { Person } from './people.ts';

export type Account = Pick<
  typeof accounts.$inferSelect,
  'id' | 'serverKey' | 'login' | 'locale' | 'isInDebt' | 'userPromoCode'
>;

/** Finds a person's account; undefined if it is closed or was removed. */
export async function accountOf(
  { deps }: Past,
  { email }: Pick<Person, 'email'>,
): Promise<Account | undefined> {
  const [account] = await deps.db
    .select()
    .from(accounts)
    .where(and(eq(accounts.email, email), eq(accounts.status, 'active')));
  return account;
}

/** Headers and address of each request from a person's browser. */
export const browserOf = ({ locale, browser, address }: Person) => ({
  remoteAddress: address,
  headers: { 'accept-language': locale, 'user-agent': browser },
});
