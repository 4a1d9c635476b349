import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Locale } from '#/contract/locale.ts';
import type { MailKind } from '#/contract/mail.ts';
import { mailQueue } from './db/schema.ts';
import type { Deps } from './deps.ts';
import { encrypt } from './encryption.ts';

/** What the text of every mail needs. */
export interface MailVariables {
  confirmEmail: { login: string; token: string };
  resetCode: { login: string; code: string };
  newSignIn: { login: string; device: string; address: string; at: string };
  passwordChanged: { login: string; at: string };
  twoFaOn: { login: string; at: string };
  twoFaOff: { login: string; at: string };
  twoFaLocked: { login: string; at: string };
  /** Days left until the unconfirmed account is deleted. */
  unconfirmed: { login: string; daysLeft: number; token: string };
  emailChangeOld: { login: string; newEmail: string; token: string };
  emailChangeNew: { login: string; token: string };
  emailChanged: { login: string; newEmail: string };
  accountDeleted: { login: string };
  receipt: OrderInMail;
  /** With what went back so far, and the coins that are owed. */
  orderRefunded: OrderInMail & { refundedCents: number; owedCoins: number };
  orderRefundFailed: OrderInMail;
}

/** An order as a mail shows it; server, product and payment system in the reader's language. */
export interface OrderInMail {
  login: string;
  server: string;
  product: string;
  quantity: number;
  /** Coins bought, and coins added; 0 for goods. */
  coins: number;
  bonusCoins: number;
  priceCents: number;
  discountCents: number;
  totalCents: number;
  /** Paid in OC; 0 where euro were. */
  totalCoins: number;
  paymentSystem: string;
  /** ISO 8601. */
  at: string;
  /** Public id. */
  order: string;
}

export interface QueuedMail<K extends MailKind = MailKind> {
  kind: K;
  to: string;
  locale: Locale;
  variables: MailVariables[K];
}

/** Purpose under which a queued mail is encrypted. */
export const MAIL_PURPOSE = 'mail';

/**
 * Writes a mail into the queue of the transaction that causes it: it goes out after the commit, once a cause.
 * @param cause names the event, as `reset:17`
 */
export async function queueMail<K extends MailKind>(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'secretKey' | 'now'>,
  accountId: number | null,
  cause: string,
  mail: QueuedMail<K>,
): Promise<void> {
  const now = deps.now();
  await tx
    .insert(mailQueue)
    .values({
      accountId,
      cause,
      kind: mail.kind,
      contentEncrypted: encrypt(deps.secretKey, MAIL_PURPOSE, cause, JSON.stringify(mail)),
      createdAt: now,
      runAt: now,
    })
    .onConflictDoNothing();
}
