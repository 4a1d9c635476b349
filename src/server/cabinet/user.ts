import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { UserReply } from '#/contract/cabinet.ts';
import type { Locale } from '#/contract/locale.ts';
import { accounts, caseLots, coupons, ledgerAccounts, servers } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../errors.ts';

const inviters = alias(accounts, 'inviters');

/** The signed-in player with the counts of the inventory's badges (C3, C4): coupons owned, cases in stock. */
export async function user(deps: Deps, accountId: number, locale: Locale): Promise<UserReply> {
  const { db } = deps;
  const couponCount = db
    .select({ count: sql`count(*)::int` })
    .from(coupons)
    .where(and(eq(coupons.accountId, accounts.id), eq(coupons.state, 'owned')));
  const caseCount = db
    .select({ count: sql`coalesce(sum(${caseLots.bought} - ${caseLots.opened}), 0)::int` })
    .from(caseLots)
    .where(and(eq(caseLots.accountId, accounts.id), sql`${caseLots.opened} < ${caseLots.bought}`));
  const [found] = await db
    .select({
      login: accounts.login,
      email: accounts.email,
      server: accounts.serverKey,
      serverNames: servers.names,
      premiumCoins: ledgerAccounts.balance,
      status: accounts.status,
      isMediaPartner: accounts.isMediaPartner,
      createdAt: accounts.createdAt,
      userPromoCode: accounts.userPromoCode,
      registrationPromoCode: inviters.userPromoCode,
      isVerified: accounts.isVerified,
      isTwoFaEnabled: accounts.isTwoFaEnabled,
      couponCount: sql<number>`(${couponCount})`,
      caseCount: sql<number>`(${caseCount})`,
    })
    .from(accounts)
    .innerJoin(servers, eq(servers.key, accounts.serverKey))
    .innerJoin(
      ledgerAccounts,
      and(eq(ledgerAccounts.ownerId, accounts.id), eq(ledgerAccounts.kind, 'wallet')),
    )
    .leftJoin(inviters, eq(inviters.id, accounts.inviterId))
    .where(eq(accounts.id, accountId));
  if (!found) fail('sessionRequired');
  const { serverNames, createdAt, couponCount: couponsOwned, caseCount: casesInStock, ...player } = found;
  return {
    user: { ...player, serverName: serverNames[locale], createdAt: createdAt.toISOString() },
    couponCount: couponsOwned,
    caseCount: casesInStock,
  };
}
