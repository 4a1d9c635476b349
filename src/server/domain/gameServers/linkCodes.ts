import { and, eq, gt, inArray } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { LockedAccount } from '#/server/domain/accounts/accountLock.ts';
import { linkCodes } from '#/server/platform/db/tables/gameLinks.ts';
import { codeMac, codeMacs, CROCKFORD, newCode, plainCode } from '#/server/platform/kernel/codes.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

const LENGTH = 8;
const LIFETIME_MS = 10 * 60_000;

/** Reads I and L as 1, and O as 0, because players confuse them. */
const crockford = (typed: string) => plainCode(typed).replaceAll(/[IL]/g, '1').replaceAll('O', '0');

/** HMAC of a code for storage. A code is valid on its own server only. */
export const linkCodeMac = ({ secretKey }: Pick<Deps, 'secretKey'>, serverKey: string, code: string) =>
  codeMac(secretKey, 'gameLink', serverKey, crockford(code));

/** The HMACs that a typed code may be stored under. */
export const linkCodeMacs = ({ secretKey }: Pick<Deps, 'secretKey'>, serverKey: string, code: string) =>
  codeMacs(secretKey, 'gameLink', serverKey, crockford(code));

/**
 * Makes a code for a locked account. The player who types it in the game is tied to the account (D15). It works once,
 * for `LIFETIME_MS`, and replaces an earlier code.
 * @returns the code; only its HMAC is stored
 */
export async function makeLinkCode(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now' | 'randomBytes' | 'secretKey'>,
  { id: accountId, serverKey }: Pick<LockedAccount, 'id' | 'serverKey'>,
): Promise<{ code: string; expiresAt: Date }> {
  const code = newCode(deps, LENGTH, CROCKFORD);
  const createdAt = deps.now();
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS);
  const values = { codeMac: linkCodeMac(deps, serverKey, code), createdAt, expiresAt };
  await tx
    .insert(linkCodes)
    .values({ accountId, ...values })
    .onConflictDoUpdate({ target: linkCodes.accountId, set: values });
  return { code, expiresAt };
}

const whereValid = (deps: Pick<Deps, 'now' | 'secretKey'>, serverKey: string, code: string) =>
  and(inArray(linkCodes.codeMac, linkCodeMacs(deps, serverKey, code)), gt(linkCodes.expiresAt, deps.now()));

/** Finds the account of a code without using the code up. */
export async function findLinkCode(
  db: NodePgDatabase,
  deps: Pick<Deps, 'now' | 'secretKey'>,
  serverKey: string,
  code: string,
): Promise<number | undefined> {
  const [row] = await db
    .select()
    .from(linkCodes)
    .where(whereValid(deps, serverKey, code));
  return row?.accountId;
}

/**
 * Uses a code up. Requires that its account is locked.
 * @returns false if the code was used, replaced or expired meanwhile
 */
export async function takeLinkCode(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now' | 'secretKey'>,
  { id, serverKey }: Pick<LockedAccount, 'id' | 'serverKey'>,
  code: string,
): Promise<boolean> {
  const where = and(eq(linkCodes.accountId, id), whereValid(deps, serverKey, code));
  return (await tx.delete(linkCodes).where(where)).rowCount === 1;
}
