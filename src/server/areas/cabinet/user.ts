import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { UserReply } from '#/contract/session.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { UNVERIFIED_ACCOUNT_DAYS } from '#/contract/kernel/limits.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { caseLots } from '#/server/platform/db/tables/cases.ts';
import { coupons } from '#/server/platform/db/tables/prizes.ts';
import { emailChanges } from '#/server/platform/db/tables/mailedLinks.ts';
import { ledgerAccounts } from '#/server/platform/db/tables/ledger.ts';
import { premiumPeriods } from '#/server/platform/db/tables/orders.ts';
import { servers } from '#/server/platform/db/tables/servers.ts';
import { prepared, preparedText } from '#/server/platform/db/prepared.ts';
import { shortRead } from '#/server/platform/db/readPool.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { mailWaitSeconds } from '#/server/platform/mail/mails.ts';
import { unreadNewsOf } from '#/server/domain/playerNews/readNews.ts';
import { keptDiscount } from '#/server/domain/pricing/keptDiscount.ts';
import { whereUnconfirmedAndEmpty } from '#/server/domain/accounts/unconfirmed.ts';

const inviters = alias(accounts, 'inviters');
const DAY_MS = 24 * 60 * 60_000;

const ofPlayer = sql.placeholder('accountId');
const now = sql.placeholder('now');

const FIND_USER = prepared((db) => {
  const couponCount = db
    .select({ count: sql`count(*)::int` })
    .from(coupons)
    .where(and(eq(coupons.accountId, accounts.id), eq(coupons.state, 'owned')));
  const caseCount = db
    .select({ count: sql`coalesce(sum(${caseLots.bought} - ${caseLots.opened}), 0)::int` })
    .from(caseLots)
    .where(and(eq(caseLots.accountId, accounts.id), sql`${caseLots.opened} < ${caseLots.bought}`));
  const premiumUntil = db
    .select({ at: sql`max(${premiumPeriods.endsAt})` })
    .from(premiumPeriods)
    .where(
      and(
        eq(premiumPeriods.accountId, accounts.id),
        isNull(premiumPeriods.revokedAt),
        gt(premiumPeriods.endsAt, now),
      ),
    );
  return db
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
      pendingEmail: emailChanges.newEmail,
      hasDiscount: sql<boolean>`${accounts.keptDiscountId} is not null`,
      couponCount: sql<number>`(${couponCount})`,
      caseCount: sql<number>`(${caseCount})`,
      premiumUntil: sql<string | null>`(${premiumUntil})`,
      unreadNews: sql<number>`(${unreadNewsOf(accounts.id)})`,
    })
    .from(accounts)
    .innerJoin(servers, eq(servers.key, accounts.serverKey))
    .innerJoin(
      ledgerAccounts,
      and(eq(ledgerAccounts.ownerId, accounts.id), eq(ledgerAccounts.kind, 'wallet')),
    )
    .leftJoin(inviters, eq(inviters.id, accounts.inviterId))
    .leftJoin(emailChanges, and(eq(emailChanges.accountId, accounts.id), gt(emailChanges.expiresAt, now)))
    .where(eq(accounts.id, ofPlayer))
    .prepare(shortRead('user'));
});

interface Unconfirmed {
  willBeDeleted: boolean;
}

/** Tells what becomes of a player whose address is not confirmed (AC6). */
const FIND_UNCONFIRMED = preparedText(
  shortRead('userUnconfirmed'),
  // written as SQL, because Drizzle leaves out the table of a column when it selects from one table only
  sql`SELECT ${whereUnconfirmedAndEmpty} AS "willBeDeleted" FROM ${accounts} WHERE ${accounts.id} = ${ofPlayer}`,
);

/** Reads the signed-in player with their Premium, the counts on the inventory's badges (coupons owned, cases in stock),
 * and the number of unread news (C2, C3, C4, C15). */
export async function user(deps: Deps, accountId: number, locale: Locale): Promise<UserReply> {
  const { db } = deps;
  const [found] = await FIND_USER(db).execute({ accountId, now: deps.now() });
  if (!found) fail('sessionRequired');
  const { serverNames, createdAt, couponCount, caseCount, hasDiscount, premiumUntil, unreadNews, ...player } =
    found;
  const [kept, resendSeconds, unconfirmed] = await Promise.all([
    hasDiscount ? keptDiscount(db, deps.now(), accountId) : null,
    player.isVerified ? 0 : mailWaitSeconds(deps, 'confirmEmail', player.email, false),
    player.isVerified ? undefined : deps.pool.query<Unconfirmed>(FIND_UNCONFIRMED({ accountId })),
  ]);
  const deletedAfter = new Date(createdAt.getTime() + UNVERIFIED_ACCOUNT_DAYS * DAY_MS);
  return {
    user: {
      ...player,
      serverName: serverNames[locale],
      createdAt: createdAt.toISOString(),
      resendSeconds,
      deletedAfter: unconfirmed?.rows[0]?.willBeDeleted ? deletedAfter.toISOString() : null,
    },
    couponCount,
    caseCount,
    premiumUntil: premiumUntil && new Date(premiumUntil).toISOString(),
    keptDiscountCode: kept?.code ?? null,
    unreadNews,
  };
}
