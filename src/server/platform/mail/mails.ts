import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { BlockScope } from '#/contract/kernel/blocks.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { MailKind } from '#/contract/mail.ts';
import type { PlayerNewsEntry } from '#/contract/kernel/playerNews.ts';
import type { SiteCounts } from '#/contract/operator/site.ts';
import { addAttempt, secondsUntil, waitSecondsOf } from '#/server/platform/kernel/rateLimit.ts';
import { mailQueue } from '#/server/platform/db/tables/site/background.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { decrypt, encrypt } from '#/server/platform/kernel/encryption.ts';
import { mailboxOf } from './mailbox.ts';
import { MAIL_LIMITS } from './mailLimits.ts';

/** Variables of every mail; `notMe` is the token of the link "this wasn't me". */
export interface MailVariables {
  confirmEmail: { login: string; token: string };
  /** `isFromTeam`: an operator sent it, so the page is not open yet. */
  resetCode: { login: string; code: string; isFromTeam?: boolean };
  newSignIn: { login: string; device: string; address: string; at: string; notMe: string };
  /** `removedPasskeys`: their names; absent if none was removed. */
  passwordChanged: { login: string; at: string; removedPasskeys?: string; notMe: string };
  twoFaOn: { login: string; at: string; notMe: string };
  twoFaOff: { login: string; at: string; notMe: string };
  twoFaLocked: { login: string; at: string; notMe: string };
  recoveryCodesMade: { login: string; at: string; notMe: string };
  /** `passkeys`: the names of those that were added, removed or refused. */
  passkeyAdded: { login: string; passkeys: string; at: string; notMe: string };
  passkeysRemoved: { login: string; passkeys: string; at: string; notMe: string };
  passkeyCopied: { login: string; passkeys: string; at: string; notMe: string };
  /** Days left until the unconfirmed account is deleted. */
  unconfirmed: { login: string; daysLeft: number; token: string };
  emailChangeOld: { login: string; newEmail: string; token: string; notMe: string };
  emailChangeNew: { login: string; token: string };
  /** Sent to the old address when an operator starts a change. */
  emailChangeByTeam: { login: string; newEmail: string; notMe: string };
  /** Sent to the old address; `undo` is the token of the link that reverts the change. */
  emailChanged: { login: string; newEmail: string; undo: string };
  /** Sent to the address that lost the account again. */
  emailChangeUndone: { login: string };
  /** `token` belongs to the link that confirms the tie to a player of the game. */
  gameLinked: { login: string; character: string; server: string; token: string; notMe: string };
  gameUnlinked: { login: string; character: string; server: string; at: string; notMe: string };
  /** Deliveries that have waited for a week; `things` are their names. */
  gameWaiting: { login: string; server: string; things: string };
  /**
   * What the player has not read in the cabinet, the newest first; `count` of all, `stop` the token of the unsubscribe
   * link.
   */
  playerNews: { login: string; news: readonly PlayerNewsEntry[]; count: number; stop: string };
  /** `until`: end, ISO 8601; '' for a block without an end. */
  accountBlocked: { login: string; scope: BlockScope; until: string };
  accountUnblocked: { login: string; scope: BlockScope };
  accountDeleted: { login: string };
  /** Sent when an account is removed because its address was never confirmed. Nothing was ever paid on that account. */
  unconfirmedRemoved: { login: string };
  receipt: OrderInMail;
  /**
   * Contains the sum refunded so far, and the coins that the player owes. `isChargedBack`: the bank took the money, and
   * all goods are revoked whatever the sum; absent in mails that were queued before.
   */
  orderRefunded: OrderInMail & { refundedCents: number; owedCoins: number; isChargedBack?: boolean };
  orderRefundFailed: OrderInMail;
  /** `notice`: its id; `inForceOn`: the first day of the changed terms; `text`: what changes. */
  termsChanged: { login: string; notice: number; inForceOn: string; text: string };
  /**
   * Sent to a new operator, or to an operator who lost access; `by` is the owner, `token` the secret part of the
   * link.
   */
  operatorLink: { login: string; by: string; token: string };
  /** Sent to an owner: lines of "needs you" whose count has risen. */
  operatorNeeds: { login: string; needs: readonly { need: keyof SiteCounts; count: number }[] };
  /** Sent to the operator who asked for it. */
  operatorTest: { login: string; at: string };
}

/** An order as a mail shows it; server, product and payment method in the reader's language. */
export interface OrderInMail {
  login: string;
  server: string;
  product: string;
  quantity: number;
  /** Coins bought, and coins added by the tier; 0 for goods. */
  coins: number;
  bonusCoins: number;
  priceCents: number;
  discountCents: number;
  totalCents: number;
  /** Paid in OC; 0 if euro were paid. */
  totalCoins: number;
  paymentSystem: string;
  /** ISO 8601. */
  at: string;
  /** Public id. */
  order: string;
  /** Short number. Mails that were queued before numbers existed have none. */
  number?: string;
  /** The buyer's request for delivery at once, in their words; null or absent without one. */
  atOnce?: string | null;
}

export interface QueuedMail<K extends MailKind = MailKind> {
  kind: K;
  to: string;
  locale: Locale;
  variables: MailVariables[K];
}

/** Purpose under which a queued mail is encrypted. */
export const MAIL_PURPOSE = 'mail';

/** Decrypts a queued mail. @throws Error if it was encrypted with another secret or for another cause */
export const openMail = (
  { secretKey }: Pick<Deps, 'secretKey'>,
  cause: string,
  encrypted: Buffer,
): QueuedMail => JSON.parse(decrypt(secretKey, MAIL_PURPOSE, cause, encrypted)) as QueuedMail;

/** A mail to be queued. */
interface NewMail<K extends MailKind> extends Omit<QueuedMail<K>, 'variables'> {
  /** Whether the player has proved that they read this mailbox, so that it cannot belong to a stranger. */
  isConfirmed: boolean;
  /** Counted instead of the mailbox. */
  countedAs?: string;
  /** A function is called only if the mail may be sent, because it may create a code or a link. */
  variables: MailVariables[K] | (() => Promise<MailVariables[K]>);
}

interface Queued {
  /** False when the mailbox has reached its limit for this kind of mail. */
  isQueued: boolean;
  /** Seconds until another mail of this kind may go to the mailbox; 0 if one may go now. */
  nextSeconds: number;
}

/**
 * Queues a mail in the transaction that causes it. It is sent after the commit, once for each cause, within the
 * limits of `MAIL_LIMITS` for the mailbox, or for `countedAs`. The counter is a row that stays locked until the commit,
 * so that one of several parallel causes wins. A rollback takes the count back.
 * @param cause names the event, for example `receipt:17`
 */
export async function queueMail<K extends MailKind>(
  tx: NodePgDatabase,
  deps: MailDeps,
  accountId: number | null,
  cause: string,
  { isConfirmed, countedAs, ...mail }: NewMail<K>,
): Promise<Queued> {
  if ((await tx.$count(mailQueue, eq(mailQueue.cause, cause))) > 0) return { isQueued: true, nextSeconds: 0 };
  const { isAllowed, nextSeconds } = await countMail(
    { ...deps, db: tx },
    mail.kind,
    countedAs ?? mailboxOf(mail.to),
    isConfirmed,
  );
  if (!isAllowed) return { isQueued: false, nextSeconds };
  const variables = typeof mail.variables === 'function' ? await mail.variables() : mail.variables;
  const now = deps.now();
  await tx
    .insert(mailQueue)
    .values({
      accountId,
      cause,
      kind: mail.kind,
      contentEncrypted: encrypt(deps.secretKey, MAIL_PURPOSE, cause, JSON.stringify({ ...mail, variables })),
      createdAt: now,
      runAt: now,
    })
    .onConflictDoNothing();
  return { isQueued: true, nextSeconds };
}

type MailDeps = Pick<Deps, 'secretKey' | 'now'>;
type CounterDeps = MailDeps & Pick<Deps, 'db'>;

const subjectOf = (kind: MailKind, counted: string) => `${kind}|${counted}`;
const limitsOf = (kind: MailKind, isConfirmed: boolean) =>
  MAIL_LIMITS[kind][isConfirmed ? 'player' : 'anybody'];

/**
 * Counts a mail in each of its windows, until one of them is full. `queueMail` does it by itself.
 * @param counted normalised mailbox, or what is counted instead
 */
export async function countMail(
  deps: CounterDeps,
  kind: MailKind,
  counted: string,
  isConfirmed: boolean,
): Promise<{ isAllowed: boolean; nextSeconds: number }> {
  let nextSeconds = 0;
  for (const rateLimit of limitsOf(kind, isConfirmed)) {
    const { left, resetsAt } = await addAttempt(deps, rateLimit, subjectOf(kind, counted));
    if (left <= 0) nextSeconds = Math.max(nextSeconds, secondsUntil(deps, resetsAt));
    if (left < 0) return { isAllowed: false, nextSeconds };
  }
  return { isAllowed: true, nextSeconds };
}

/** Seconds until a mail of this kind may go to the mailbox again; 0 if one may go now. */
export async function mailWaitSeconds(
  deps: CounterDeps,
  kind: MailKind,
  to: string,
  isConfirmed: boolean,
): Promise<number> {
  const waits = limitsOf(kind, isConfirmed).map((rateLimit) =>
    waitSecondsOf(deps, rateLimit, subjectOf(kind, mailboxOf(to))),
  );
  return Math.max(0, ...(await Promise.all(waits)));
}
