import { and, eq, gt, inArray, isNull, lte } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { lockAccount } from './accountLock.ts';
import { accounts, twoFactors } from '#/server/platform/db/tables/accounts.ts';
import { emailTokens } from '#/server/platform/db/tables/mailedLinks.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { sha256 } from '#/server/platform/kernel/encryption.ts';

export type EmailPurpose = (typeof emailTokens.$inferSelect)['purpose'];

/** The address that a mailed link proves: its reader opened the link. */
export interface EmailProof {
  accountId: number;
  purpose: EmailPurpose;
  email: string;
}

/** A mailed link as it is stored. */
export interface StoredLink extends EmailProof {
  id: number;
  expiresAt: Date;
  usedAt: Date | null;
  /** Whether `notMe` and `undoChange` leave the second factor alone. */
  keepsTwoFa: boolean;
}

const TOKEN_BYTES = 32;
const DAY_MS = 24 * 60 * 60_000;
/** Time for which a link may revert a change. The link does not remove an older second factor. */
export const TAKE_BACK_MS = 7 * DAY_MS;

const LIFETIME_MS: Record<EmailPurpose, number> = {
  verify: DAY_MS,
  changeOld: DAY_MS,
  changeNew: DAY_MS,
  notMe: TAKE_BACK_MS,
  undoChange: TAKE_BACK_MS,
  gameLink: DAY_MS,
};
/** Purposes whose older links stay valid when a newer link is mailed. */
const KEEPS_OLDER: ReadonlySet<EmailPurpose> = new Set(['notMe', 'undoChange']);

/**
 * Creates the token of a mailed link. The link works once, as long as `LIFETIME_MS` says. Older
 * links of the same purpose expire, except those that revert a change.
 * @returns the token; only its hash is stored
 */
export async function issueEmailToken(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now' | 'randomBytes'>,
  proof: EmailProof,
): Promise<string> {
  const { accountId, purpose } = proof;
  const now = deps.now();
  const token = deps.randomBytes(TOKEN_BYTES).toString('base64url');
  // two mails at the same time wait for each other here, or both links would stay valid
  await lockAccount(tx, eq(accounts.id, accountId));
  const takesBack = KEEPS_OLDER.has(purpose);
  if (!takesBack) await revokeEmailTokens(tx, deps, accountId, [purpose]);
  await tx.insert(emailTokens).values({
    ...proof,
    keepsTwoFa: takesBack && (await hasLastingFactor(tx, now, accountId)),
    tokenHash: sha256(token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + LIFETIME_MS[purpose]),
  });
  return token;
}

async function hasLastingFactor(tx: NodePgDatabase, now: Date, accountId: number): Promise<boolean> {
  const whereLasting = lte(twoFactors.createdAt, new Date(now.getTime() - TAKE_BACK_MS));
  return (await tx.$count(twoFactors, and(eq(twoFactors.accountId, accountId), whereLasting))) > 0;
}

/** Finds the link of a token, valid or not. */
export async function findEmailToken(db: NodePgDatabase, token: string): Promise<StoredLink | undefined> {
  const { id, accountId, purpose, email, expiresAt, usedAt, keepsTwoFa, tokenHash } = emailTokens;
  const [known] = await db
    .select({ id, accountId, purpose, email, expiresAt, usedAt, keepsTwoFa })
    .from(emailTokens)
    .where(eq(tokenHash, sha256(token)));
  return known;
}

/** Uses a token up. @returns its link, or null if the token is unknown, used or expired */
export async function takeEmailToken(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  token: string,
): Promise<EmailProof | null> {
  const now = deps.now();
  const whereValid = and(
    eq(emailTokens.tokenHash, sha256(token)),
    isNull(emailTokens.usedAt),
    gt(emailTokens.expiresAt, now),
  );
  const [proof] = await tx.update(emailTokens).set({ usedAt: now }).where(whereValid).returning({
    accountId: emailTokens.accountId,
    purpose: emailTokens.purpose,
    email: emailTokens.email,
  });
  return proof ?? null;
}

/**
 * Expires the links of these purposes at once.
 * @param afterId limits this to links that were mailed after this one
 */
export async function revokeEmailTokens(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  accountId: number,
  purposes: EmailPurpose[],
  afterId?: number,
): Promise<void> {
  const now = deps.now();
  const whereOpen = and(
    eq(emailTokens.accountId, accountId),
    inArray(emailTokens.purpose, purposes),
    isNull(emailTokens.usedAt),
    gt(emailTokens.expiresAt, now),
    afterId === undefined ? undefined : gt(emailTokens.id, afterId),
  );
  await tx.update(emailTokens).set({ expiresAt: now }).where(whereOpen);
}
