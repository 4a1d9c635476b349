import { timingSafeEqual } from 'node:crypto';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { passwordResets } from '#/server/platform/db/tables/mailedLinks.ts';
import { codeMac, codeMacs, newCode, plainCode } from '#/server/platform/kernel/codes.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { sha256 } from '#/server/platform/kernel/encryption.ts';

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

/**
 * Stores a recovery of a password.
 * @returns the secret of the browser that may type the code. Without it the code works in a browser that asks for
 * one while the mailbox may get no other.
 */
export async function storeReset(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now' | 'randomBytes'>,
  { accountId, server, email }: Mailbox & { accountId: number | null },
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
