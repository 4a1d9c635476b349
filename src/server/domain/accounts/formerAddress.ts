import { and, eq, gt, isNull, ne } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { emailTokens } from '#/server/platform/db/tables/mailedLinks.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/**
 * Whether an address left an account less than 7 days ago and may still take the change back. Until then nobody else
 * may use it, or whoever took the account could occupy the address. Ask again after writing the row that takes the
 * address, because only then a change that commits at the same moment is visible.
 * @param email in lower case
 */
export async function isFormerAddress(
  db: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  { serverKey, email, exceptId = 0 }: { serverKey: string; email: string; exceptId?: number },
): Promise<boolean> {
  const [kept] = await db
    .select({ id: emailTokens.id })
    .from(emailTokens)
    .innerJoin(accounts, eq(accounts.id, emailTokens.accountId))
    .where(
      and(
        eq(emailTokens.purpose, 'undoChange'),
        eq(emailTokens.email, email),
        isNull(emailTokens.usedAt),
        gt(emailTokens.expiresAt, now()),
        eq(accounts.serverKey, serverKey),
        ne(accounts.status, 'closed'),
        ne(accounts.id, exceptId),
      ),
    )
    .limit(1);
  return kept !== undefined;
}
