import { createHash } from 'node:crypto';
import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { lockAccount } from './accountLock.ts';
import { accounts, emailTokens } from './db/schema.ts';
import type { Deps } from './deps.ts';

export type EmailPurpose = 'verify' | 'changeOld' | 'changeNew';

/** What a mailed link proves: that whoever opens it reads the mail of this address. */
export interface EmailProof {
  accountId: number;
  purpose: EmailPurpose;
  email: string;
}

const TOKEN_BYTES = 32;
const LIFETIME_MS = 24 * 60 * 60_000;

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/**
 * Makes the token of a mailed link, good once and for 24 hours; older ones of the same purpose run out.
 * @returns the token; only its hash is kept
 */
export async function issueEmailToken(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now' | 'randomBytes'>,
  proof: EmailProof,
): Promise<string> {
  const now = deps.now();
  const token = deps.randomBytes(TOKEN_BYTES).toString('base64url');
  // two mails asked for at once take turns, or both links would stay good
  await lockAccount(tx, eq(accounts.id, proof.accountId));
  await revokeEmailTokens(tx, deps, proof.accountId, [proof.purpose]);
  await tx.insert(emailTokens).values({
    ...proof,
    tokenHash: sha256(token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
  });
  return token;
}

/** What a token stands for, whether it is still good or not. */
export async function findEmailToken(
  db: NodePgDatabase,
  token: string,
): Promise<(EmailProof & { usedAt: Date | null }) | undefined> {
  const { accountId, purpose, email, usedAt, tokenHash } = emailTokens;
  const [known] = await db
    .select({ accountId, purpose, email, usedAt })
    .from(emailTokens)
    .where(eq(tokenHash, sha256(token)));
  return known;
}

/** Uses a token up. @returns what it proves, or null when it is unknown, used or has run out */
export async function takeEmailToken(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  token: string,
): Promise<EmailProof | null> {
  const now = deps.now();
  const isGood = and(
    eq(emailTokens.tokenHash, sha256(token)),
    isNull(emailTokens.usedAt),
    gt(emailTokens.expiresAt, now),
  );
  const [proof] = await tx.update(emailTokens).set({ usedAt: now }).where(isGood).returning({
    accountId: emailTokens.accountId,
    purpose: emailTokens.purpose,
    email: emailTokens.email,
  });
  return proof ?? null;
}

/** Makes the links that were mailed for these purposes run out at once. */
export async function revokeEmailTokens(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  accountId: number,
  purposes: EmailPurpose[],
): Promise<void> {
  const now = deps.now();
  const isOpen = and(
    eq(emailTokens.accountId, accountId),
    inArray(emailTokens.purpose, purposes),
    isNull(emailTokens.usedAt),
    gt(emailTokens.expiresAt, now),
  );
  await tx.update(emailTokens).set({ expiresAt: now }).where(isOpen);
}
