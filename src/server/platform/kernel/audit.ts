import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { audit } from '#/server/platform/db/tables/accounts.ts';
import type { Deps } from './deps.ts';

export type AuditEvent =
  | 'signedUp'
  | 'signedIn'
  | 'signedOut'
  | 'sessionEnded'
  | 'otherSessionsEnded'
  | 'deviceTrusted'
  | 'deviceTrustEnded'
  | 'emailConfirmed'
  | 'emailChangeAsked'
  | 'emailChangeCancelled'
  | 'emailChanged'
  | 'emailChangeUndone'
  | 'accessRevoked'
  | 'unconfirmedHandedOver'
  | 'resetAsked'
  | 'passwordReset'
  | 'passwordChanged'
  | 'twoFaOn'
  | 'twoFaOff'
  | 'twoFaLocked'
  | 'recoveryCodeUsed'
  | 'recoveryCodesMade'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'passkeyCopied'
  | 'dataExported'
  | 'clientSeedChanged'
  | 'seedRotated'
  | 'accountClosed'
  | 'accountRemoved'
  | 'demoPlayerBlocked'
  | 'demoPlayerUnblocked'
  | 'deliveryDecided'
  | 'deliveriesDecided'
  | 'secretChanged'
  | 'gameKeyMade'
  | 'gameKeyRevoked'
  | 'gameKeyEnds'
  | 'gameLedgerAccepted'
  | 'gameLinkCodeMade'
  | 'gameLinked'
  | 'gameLinkConfirmed'
  | 'gameLinkEnded'
  | 'spendPermitSet'
  | 'mailChosen'
  | 'orderGranted'
  | 'orderRefunded'
  | 'orderRefundFailed'
  | 'orderPaidTwice'
  | 'paymentChanged'
  | 'orderChargedBack'
  | 'orderRegranted'
  | 'personalSeen'
  | 'emailSearched'
  | 'refundOrder'
  | 'closeRefund'
  | 'regrantOrder'
  | 'resendReceipt'
  | 'noteOrder'
  | 'askProvider'
  | 'grantPlayer'
  | 'correctPlayer'
  | 'forgiveDebt'
  | 'takeOverDebt'
  | 'debtTakenOver'
  | 'notePlayer'
  | 'endPlayerSessions'
  | 'blockPlayer'
  | 'liftBlock'
  | 'switchOffTwoFactor'
  | 'changePlayerEmail'
  | 'mailReset'
  | 'unlinkPlayer'
  | 'markPartner'
  | 'closePlayer'
  | 'exportPlayer'
  | 'exportMade'
  | 'coinsGranted'
  | 'casesGranted'
  | 'goodsGranted'
  | 'premiumGranted'
  | 'publishCatalogue'
  | 'planCatalogue'
  | 'unplanCatalogue'
  | 'planFailed'
  | 'discardDraft'
  | 'uploadPicture'
  | 'operatorInvited'
  | 'operatorAccepted'
  | 'operatorSignedIn'
  | 'operatorSignedOut'
  | 'operatorSignInFailed'
  | 'operatorReset'
  | 'operatorRefused'
  | 'changeStaff'
  | 'inviteStaff'
  | 'resetStaff'
  | 'endSession'
  | 'changeLimits'
  | 'runJob'
  | 'closeSwitch'
  | 'openSwitch'
  | 'announceTerms'
  | 'withdrawTerms'
  | 'switchSecondPerson'
  | 'approvalAsked'
  | 'approvalDeclined'
  | 'approvalWithdrawn'
  | 'discountCodeMade'
  | 'discountBatchMade'
  | 'inviterSaved'
  | 'brokenBookAccepted'
  | 'milestoneRewarded'
  | 'milestoneReversed'
  | 'discountCodeStopped'
  | 'discountCodeProlonged'
  | 'setVatRate'
  | 'importVatRates'
  | 'settleCountry'
  | 'payoutAccepted'
  | 'demoDiscountEnded'
  | 'demoStaffRemoved'
  | 'mailsRetried'
  | 'mailsDropped'
  | 'testMailSent'
  | 'mailsMuted'
  | 'mailsUnmuted'
  | 'numbersAdvanced'
  | 'catalogueImported';

interface AuditEntry {
  /** Null when the entry concerns no account, for example an import of the catalogue. */
  accountId: number | null;
  actor: 'player' | 'operator' | 'site';
  event: AuditEvent;
  detail?: Record<string, string | number | boolean>;
  /** The act of an operator in the browser (O6). */
  act?: OperatorAct;
}

export interface OperatorAct {
  /** Null when the operator is unknown, for example at a sign-in with an unknown address. */
  operatorId: number | null;
  targetType?: string | undefined;
  targetId?: string | undefined;
  before?: Record<string, unknown> | undefined;
  after?: Record<string, unknown> | undefined;
  reason?: string | undefined;
  requestId: string;
  network: string;
  /** The approving second person. Undefined when the act needed none. */
  approvedBy?: number | undefined;
}

/**
 * Writes an entry into the audit log, in the transaction of the event. It must not contain addresses, secrets or
 * codes of players.
 */
export async function writeAudit(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  { act, ...entry }: AuditEntry,
): Promise<void> {
  await tx.insert(audit).values({ ...entry, ...act, createdAt: deps.now() });
}
