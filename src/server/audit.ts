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
  | 'accountClosed'
  | 'accountRemoved'
  | 'orderGranted'
  | 'orderRefunded'
  | 'orderChargedBack'
  | 'orderRegranted'
  | 'coinsGranted'
  | 'casesGranted'
  | 'discountCodeMade';

interface AuditEntry {
  accountId: number;
  actor: 'player' | 'operator' | 'site';
  event: AuditEvent;
  detail?: Record<string, string | number | boolean>;
}

/** Records what happened to an account, in the transaction that does it; no address, secret or code goes in. */
export async function record(tx: NodePgDatabase, deps: Pick<Deps, 'now'>, entry: AuditEntry): Promise<void> {
  await tx.insert(audit).values({ ...entry, createdAt: deps.now() });
}
