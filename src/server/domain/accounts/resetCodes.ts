import { timingSafeEqual } from 'node:crypto';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { passwordResets } from '#/server/platform/db/tables/mailedLinks.ts';
import { codeMac, codeMacs, newCode, plainCode } from '#/server/platform/kernel/codes.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { sha256 } from '#/server/platform/kernel/encryption.ts';
import { mailboxOf } from '#/server/platform/mail/mailbox.ts';
import { countMail } from '#/server/platform/mail/mails.ts';

/** The address on a game server whose password is recovered. It may have no account. */
export interface Mailbox {
  server: string;
  email: string;
}

/** A mailed code as it is stored. */
export type StoredCode = Pick<typeof passwordResets.$inferInsert, 'codeMac' | 'expiresAt'>;

const CODE_LENGTH = 8;
/**
 * Validity of a code. It equals the time after which the mailbox may get the next code. If it were shorter, a
 * stranger who requests a code every hour would leave the player only the first minutes of each hour.
 */
export const RESET_CODE_MS = 60 * 60_000;

const PURPOSE = 'reset';
const ownerOf = ({ server, email }: Mailbox) => `${server}/${email}`;

/** Whether a typed code is the stored one. */
export const isResetCode = (
  { secretKey }: Pick<Deps, 'secretKey'>,
  mailbox: Mailbox,
  stored: Buffer,
  typed: string,
): boolean =>
  codeMacs(secretKey, PURPOSE, ownerOf(mailbox), plainCode(typed)).some((mac) =>
    timingSafeEqual(mac, stored),
  );

/** Makes a code for a mailbox. */
export function newResetCode(deps: Deps, mailbox: Mailbox): { code: string; stored: StoredCode } {
  const code = newCode(deps, CODE_LENGTH);
  const expiresAt = new Date(deps.now().getTime() + RESET_CODE_MS);
  return { code, stored: { codeMac: codeMac(deps.secretKey, PURPOSE, ownerOf(mailbox), code), expiresAt } };
}

/** A mailbox with its account; null if no account has the address. */
export type MailboxOfAccount = Mailbox & { accountId: number | null };

/** What the mails with codes are counted for. An address without an account is counted in the same way. */
export const resetSubject = ({ accountId, ...mailbox }: MailboxOfAccount): string =>
  `${ownerOf(mailbox)}/${accountId ?? ''}`;

/**
 * Counts a code for an unconfirmed account at its mailbox, over all servers and spellings: a stranger may have made the
 * accounts. A count of its own takes the place of it for all others, for equal work.
 * @returns false if the mailbox had such a code within the hour
 */
export async function countUnconfirmed(
  deps: Pick<Deps, 'db' | 'now' | 'secretKey'>,
  mailbox: MailboxOfAccount,
  isUnconfirmed: boolean,
): Promise<boolean> {
  const counted = isUnconfirmed ? mailboxOf(mailbox.email) : `${resetSubject(mailbox)}/mailed`;
  const { isAllowed } = await countMail(deps, 'resetCode', counted, false);
  return isAllowed || !isUnconfirmed;
}

/**
 * Stores a recovery of a password.
 * @returns the secret of the browser that may type the code. Without it the code works in a browser that asks for
 * one while the mailbox may get no other.
 */
export async function storeReset(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now' | 'randomBytes'>,
  { accountId, server, email }: MailboxOfAccount,
  { codeMac: mac, expiresAt }: StoredCode,
): Promise<string> {
  const secret = deps.randomBytes(32).toString('base64url');
  await tx.insert(passwordResets).values({
    serverKey: server,
    email,
    accountId,
    flowHash: sha256(secret),
    codeMac: mac,
    createdAt: deps.now(),
    expiresAt,
  });
  return secret;
}
