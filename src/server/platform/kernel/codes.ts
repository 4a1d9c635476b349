import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { SecretKey } from '#/server/platform/config/secretKey.ts';
import { checkOf } from '#/server/platform/db/siteSecret.ts';
import { formerCodeKeys } from '#/server/platform/db/tables/site/background.ts';
import type { Deps } from './deps.ts';
import { decrypt, encrypt } from './encryption.ts';

/** 32 letters and digits that do not look alike, 5 bits each. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Crockford's 32: readers take I and L for 1, and O for 0. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Creates a code that people read and type. */
export function newCode(
  { randomBytes }: Pick<Deps, 'randomBytes'>,
  length: number,
  alphabet = ALPHABET,
): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('');
}

/**
 * Creates an id of 128 random bits for addresses, files and commands. It never begins with a hyphen, because a command
 * would read it as an option, and an export would mark it as a formula (O26).
 */
export function newPublicId({ randomBytes }: Pick<Deps, 'randomBytes'>): string {
  for (;;) {
    const id = randomBytes(16).toString('base64url');
    if (!id.startsWith('-')) return id;
  }
}

/** Normalises a typed code: any case, with spaces or hyphens. */
export function plainCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}

/** Codes that are kept for years. They outlive the secret under which they were stored. */
export const LASTING_CODES = ['recovery', 'operatorRecovery', 'unsubscribe'] as const;
type LastingCode = (typeof LASTING_CODES)[number];

/** Purpose under which the keys of former secrets are encrypted. */
const FORMER_PURPOSE = 'formerCodeKey';
const formerOwner = (purpose: string, check: Buffer) => `${purpose}/${check.toString('hex')}`;

const keyOf = (secret: Buffer, purpose: string): Buffer =>
  createHmac('sha256', secret).update(`code|${purpose}`).digest();
const macWith = (key: Buffer, owner: string, code: string): Buffer =>
  createHmac('sha256', key).update(`${owner}|${code}`).digest();

/**
 * Hash of a code for storage, keyed with the current secret, so that a stolen table cannot be searched.
 * @param owner the code is valid for this owner only
 */
export const codeMac = ({ current }: SecretKey, purpose: string, owner: string, code: string): Buffer =>
  macWith(keyOf(current, purpose), owner, code);

/** Hashes of a typed code for comparison, one for each readable secret; that of the current one first. */
export const codeMacs = ({ readable }: SecretKey, purpose: string, owner: string, code: string): Buffer[] =>
  readable.map((key) => macWith(keyOf(key, purpose), owner, code));

/** As `codeMacs`, and also under the secrets that were replaced since the code was given to its reader (N13). */
export async function lastingCodeMacs(
  db: NodePgDatabase,
  secretKey: SecretKey,
  purpose: LastingCode,
  owner: string,
  code: string,
): Promise<Buffer[]> {
  const former = await db.select().from(formerCodeKeys).where(eq(formerCodeKeys.purpose, purpose));
  const keys = former.map(({ secretCheck, keyEncrypted }) =>
    Buffer.from(decrypt(secretKey, FORMER_PURPOSE, formerOwner(purpose, secretCheck), keyEncrypted), 'hex'),
  );
  return [...codeMacs(secretKey, purpose, owner, code), ...keys.map((key) => macWith(key, owner, code))];
}

/**
 * Keeps the keys that compare codes stored under a former secret. Such codes cannot be written anew, because only their
 * hashes are stored. Safe to repeat.
 */
export async function keepCodeKeys(db: NodePgDatabase, secretKey: SecretKey, former: Buffer): Promise<void> {
  const secretCheck = checkOf(former);
  for (const purpose of LASTING_CODES) {
    const key = keyOf(former, purpose).toString('hex');
    const keyEncrypted = encrypt(secretKey, FORMER_PURPOSE, formerOwner(purpose, secretCheck), key);
    await db.insert(formerCodeKeys).values({ purpose, secretCheck, keyEncrypted }).onConflictDoNothing();
  }
}
