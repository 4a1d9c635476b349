import { desc, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { alias } from 'drizzle-orm/pg-core';
import type { PlayerData } from '#/contract/playerData.ts';
import { accountBlocks, accounts, audit } from '#/server/platform/db/tables/accounts.ts';
import { emailChanges } from '#/server/platform/db/tables/mailedLinks.ts';
import { idempotency } from '#/server/platform/db/tables/site/requests.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { isoTime } from './isoTime.ts';

type AccountData = Pick<PlayerData, 'account' | 'blocks' | 'emailChange' | 'requests' | 'audit'>;

const inviters = alias(accounts, 'inviters');

/** Reads the account and what happened to it, the newest first. */
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
    requests: await tx
      .select({ key: idempotency.key, createdAt: isoTime(idempotency.createdAt) })
      .from(idempotency)
      .where(eq(idempotency.accountId, accountId))
      .orderBy(desc(idempotency.createdAt), idempotency.key),
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
