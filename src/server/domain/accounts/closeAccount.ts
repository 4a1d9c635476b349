import { and, eq, inArray, or } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { LockedAccount } from './accountLock.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import {
  accounts,
  knownDevices,
  recoveryCodes,
  sessions,
  twoFactors,
} from '#/server/platform/db/tables/accounts.ts';
import { emailChanges, emailTokens, passwordResets } from '#/server/platform/db/tables/mailedLinks.ts';
import { passkeys } from '#/server/platform/db/tables/passkeys.ts';
import { idempotency } from '#/server/platform/db/tables/site/requests.ts';
import { deliveries } from '#/server/platform/db/tables/deliveries.ts';
import { gamePresence } from '#/server/platform/db/tables/game.ts';
import { gameLinks, linkCodes, spendPermits } from '#/server/platform/db/tables/gameLinks.ts';
import { mailQueue } from '#/server/platform/db/tables/site/background.ts';
import { mailChoices, playerNews } from '#/server/platform/db/tables/playerNews.ts';
import { coupons, sharedPrizes } from '#/server/platform/db/tables/prizes.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { UNUSABLE_HASH } from './password.ts';

type Closing = Pick<LockedAccount, 'id' | 'serverKey' | 'email'>;

/**
 * Closes a locked account. Its login and address become free, and nobody can sign in to it. Ledger, orders and draws
 * stay under a pseudonym. If a payment still arrives for one of its orders, the order waits for an operator.
 */
export async function closeAccount(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now' | 'randomBytes'>,
  account: Closing,
  actor: 'player' | 'site' | 'operator',
): Promise<void> {
  await forget(tx, account);
  const pseudonym = `closed-${deps.randomBytes(16).toString('hex')}`;
  await tx
    .update(accounts)
    .set({
      status: 'closed',
      login: pseudonym,
      email: `${pseudonym}@closed.invalid`,
      passwordHash: UNUSABLE_HASH,
      passkeyHandle: null,
      signUpNetwork: '',
      isVerified: false,
      isTwoFaEnabled: false,
      isMediaPartner: false,
    })
    .where(eq(accounts.id, account.id));
  await writeAudit(tx, deps, { accountId: account.id, actor, event: 'accountClosed' });
}

/** Deletes personal data that the books do not need. */
async function forget(tx: NodePgDatabase, { id, serverKey, email }: Closing): Promise<void> {
  const byAddress = and(eq(passwordResets.serverKey, serverKey), eq(passwordResets.email, email));
  await tx.delete(passwordResets).where(or(eq(passwordResets.accountId, id), byAddress));
  // while the game may have begun a delivery, it must know for whom
  const whereOver = and(eq(deliveries.accountId, id), inArray(deliveries.state, ['done', 'cancelled']));
  await tx.update(deliveries).set({ handedTo: null, receivedBy: null }).where(whereOver);
  await tx.update(gamePresence).set({ accountId: null }).where(eq(gamePresence.accountId, id));
  await tx
    .delete(sharedPrizes)
    .where(
      inArray(
        sharedPrizes.couponId,
        tx.select({ id: coupons.id }).from(coupons).where(eq(coupons.accountId, id)),
      ),
    );
  // two-factor secrets that wait for activation are deleted with their sessions
  await tx.delete(sessions).where(eq(sessions.accountId, id));
  for (const table of [
    knownDevices,
    emailChanges,
    emailTokens,
    twoFactors,
    recoveryCodes,
    passkeys,
    mailQueue,
    idempotency,
    gameLinks,
    linkCodes,
    spendPermits,
    playerNews,
    mailChoices,
  ])
    await tx.delete(table).where(eq(table.accountId, id));
}
