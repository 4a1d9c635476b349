import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { audit } from './db/schema.ts';
import type { Deps } from './deps.ts';

export type AuditEvent =
  | 'signedUp'
  | 'signedIn'
  | 'signedOut'
  | 'sessionEnded'
  | 'otherSessionsEnded'
  | 'emailConfirmed'
  | 'emailChangeAsked'
  | 'emailChangeCancelled'
  | 'emailChanged'
  | 'resetAsked'
  | 'passwordReset'
  | 'passwordChanged'
  | 'twoFaOn'
  | 'twoFaOff'
  | 'twoFaLocked'
  | 'recoveryCodeUsed'
  | 'recoveryCodesMade'
  | 'dataExported'
  | 'clientSeedChanged'
  | 'seedRotated'
  | 'accountClosed'
  | 'accountRemoved'
  | 'orderGranted'
  | 'orderRefunded'
  | 'orderRefundFailed'
  | 'orderPaidTwice'
  | 'paymentChanged'
  | 'orderChargedBack'
  | 'orderRegranted'
  | 'coinsGranted'
  | 'casesGranted'
  | 'discountCodeMade'
  | 'inviterSaved'
  | 'milestoneRewarded'
  | 'discountCodeStopped'
  | 'discountCodeProlonged'
  | 'catalogueImported';

interface AuditEntry {
  /** Null: it is about no account, as an import of the catalogue. */
  accountId: number | null;
  actor: 'player' | 'operator' | 'site';
  event: AuditEvent;
  detail?: Record<string, string | number | boolean>;
}

/**
 * Records what happened to an account or to the shop, in the transaction that does it; no address, secret or code of a
 * player goes in.
 */
export async function record(tx: NodePgDatabase, deps: Pick<Deps, 'now'>, entry: AuditEntry): Promise<void> {
  await tx.insert(audit).values({ ...entry, createdAt: deps.now() });
}
