import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { alias } from 'drizzle-orm/pg-core';
import type { PlayerData } from '#/contract/playerData.ts';
import {
  accountBlocks,
  accounts,
  audit,
  knownDevices,
  recoveryCodes,
  sessions,
  twoFactors,
} from '#/server/platform/db/tables/accounts.ts';
import { emailChanges, emailTokens, passwordResets } from '#/server/platform/db/tables/mailedLinks.ts';
import { idempotency } from '#/server/platform/db/tables/site/requests.ts';
import { mailQueue } from '#/server/platform/db/tables/site/background.ts';
import { mailChoices, playerNews } from '#/server/platform/db/tables/playerNews.ts';
import { passkeys } from '#/server/platform/db/tables/passkeys.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { isoTime } from './isoTime.ts';

type AccountData = Omit<
  PlayerData,
  | 'version'
  | 'exportedAt'
  | 'balances'
  | 'transfers'
  | 'cases'
  | 'draws'
  | 'coupons'
  | 'orders'
  | 'premium'
  | 'deliveries'
  | 'gameLinks'
  | 'linkCode'
  | 'spendPermit'
  | 'inGame'
  | 'cashBacks'
  | 'rewards'
>;

const inviters = alias(accounts, 'inviters');

/** Reads personal data: account, sessions, second factor, mails and events; the newest first. */
export async function readAccountData(tx: NodePgDatabase, accountId: number): Promise<AccountData> {
  const [account] = await tx
    .select({
      login: accounts.login,
      email: accounts.email,
      server: accounts.serverKey,
      status: accounts.status,
      locale: accounts.locale,
      isVerified: accounts.isVerified,
      isTwoFaEnabled: accounts.isTwoFaEnabled,
      isMediaPartner: accounts.isMediaPartner,
      createdAt: isoTime(accounts.createdAt),
      signUpNetwork: accounts.signUpNetwork,
      userPromoCode: accounts.userPromoCode,
      registrationPromoCode: inviters.userPromoCode,
    })
    .from(accounts)
    .leftJoin(inviters, eq(inviters.id, accounts.inviterId))
    .where(eq(accounts.id, accountId));
  if (!account) fail('sessionRequired');
  const [emailChange] = await tx
    .select({
      newEmail: emailChanges.newEmail,
      createdAt: isoTime(emailChanges.createdAt),
      expiresAt: isoTime(emailChanges.expiresAt),
      oldConfirmedAt: isoTime(emailChanges.oldConfirmedAt),
      newConfirmedAt: isoTime(emailChanges.newConfirmedAt),
    })
    .from(emailChanges)
    .where(eq(emailChanges.accountId, accountId));
  const [factor] = await tx
    .select({ createdAt: isoTime(twoFactors.createdAt) })
    .from(twoFactors)
    .where(eq(twoFactors.accountId, accountId));
  const whereUnused = and(eq(recoveryCodes.accountId, accountId), isNull(recoveryCodes.usedAt));
  return {
    account: {
      ...account,
      invitedPlayers: await tx.$count(accounts, eq(accounts.inviterId, accountId)),
    },
    blocks: await tx
      .select({
        scope: accountBlocks.scope,
        source: accountBlocks.source,
        from: isoTime(accountBlocks.startsAt),
        until: isoTime(accountBlocks.endsAt),
        liftedAt: isoTime(accountBlocks.liftedAt),
      })
      .from(accountBlocks)
      .where(eq(accountBlocks.accountId, accountId))
      .orderBy(desc(accountBlocks.id)),
    emailChange: emailChange ?? null,
    twoFactor: factor ? { ...factor, recoveryCodesLeft: await tx.$count(recoveryCodes, whereUnused) } : null,
    emailLinks: await tx
      .select({
        purpose: emailTokens.purpose,
        email: emailTokens.email,
        createdAt: isoTime(emailTokens.createdAt),
        expiresAt: isoTime(emailTokens.expiresAt),
        usedAt: isoTime(emailTokens.usedAt),
      })
      .from(emailTokens)
      .where(eq(emailTokens.accountId, accountId))
      .orderBy(desc(emailTokens.id)),
    passwordResets: await tx
      .select({
        email: passwordResets.email,
        attempts: passwordResets.attempts,
        createdAt: isoTime(passwordResets.createdAt),
        expiresAt: isoTime(passwordResets.expiresAt),
        acceptedAt: isoTime(passwordResets.acceptedAt),
        usedAt: isoTime(passwordResets.usedAt),
      })
      .from(passwordResets)
      .where(eq(passwordResets.accountId, accountId))
      .orderBy(desc(passwordResets.id)),
    passkeys: await tx
      .select({
        name: passkeys.name,
        isSynced: passkeys.isSynced,
        createdAt: isoTime(passkeys.createdAt),
        lastUsedAt: isoTime(passkeys.lastUsedAt),
      })
      .from(passkeys)
      .where(eq(passkeys.accountId, accountId))
      .orderBy(desc(passkeys.id)),
    sessions: await tx
      .select({
        id: sessions.id,
        kind: sessions.kind,
        userAgent: sessions.userAgent,
        address: sessions.address,
        createdAt: isoTime(sessions.createdAt),
        lastSeenAt: isoTime(sessions.lastSeenAt),
        provenAt: isoTime(sessions.provenAt),
        expiresAt: isoTime(sessions.expiresAt),
        endedAt: isoTime(sessions.endedAt),
      })
      .from(sessions)
      .where(eq(sessions.accountId, accountId))
      .orderBy(desc(sessions.id)),
    devices: await tx
      .select({
        userAgent: knownDevices.userAgent,
        firstSeenAt: isoTime(knownDevices.firstSeenAt),
        lastSeenAt: isoTime(knownDevices.lastSeenAt),
        trustedUntil: isoTime(knownDevices.trustedUntil),
      })
      .from(knownDevices)
      .where(eq(knownDevices.accountId, accountId))
      .orderBy(desc(knownDevices.lastSeenAt)),
    requests: await tx
      .select({ key: idempotency.key, createdAt: isoTime(idempotency.createdAt) })
      .from(idempotency)
      .where(eq(idempotency.accountId, accountId))
      .orderBy(desc(idempotency.createdAt), idempotency.key),
    news: await tx
      .select({
        kind: playerNews.kind,
        // the id of a friend is no data of the player's own
        subject: sql<Record<string, unknown>>`${playerNews.subject} - 'friend'`,
        at: isoTime(playerNews.at),
        readAt: isoTime(playerNews.readAt),
      })
      .from(playerNews)
      .where(eq(playerNews.accountId, accountId))
      .orderBy(desc(playerNews.id)),
    mailChoices: await tx
      .select({
        kind: mailChoices.kind,
        choice: mailChoices.choice,
        changedAt: isoTime(mailChoices.changedAt),
      })
      .from(mailChoices)
      .where(eq(mailChoices.accountId, accountId))
      .orderBy(mailChoices.kind),
    mails: await tx
      .select({
        kind: mailQueue.kind,
        createdAt: isoTime(mailQueue.createdAt),
        sentAt: isoTime(mailQueue.sentAt),
        failedAt: isoTime(mailQueue.failedAt),
      })
      .from(mailQueue)
      .where(eq(mailQueue.accountId, accountId))
      .orderBy(desc(mailQueue.id)),
    audit: await tx
      .select({
        event: audit.event,
        actor: audit.actor,
        detail: audit.detail,
        createdAt: isoTime(audit.createdAt),
      })
      .from(audit)
      .where(eq(audit.accountId, accountId))
      .orderBy(desc(audit.id)),
  };
}
