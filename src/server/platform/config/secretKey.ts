import { createHash, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';

/**
 * The secrets of the site, 32 bytes each. Data is sealed with the current one. It is read with each readable one, because
 * a secret is replaced while the site runs.
 */
export interface SecretKey {
  current: Buffer;
  /** The current one first. */
  readable: readonly Buffer[];
}

type SecretConfig = Pick<Config, 'appSecret' | 'appSecretAlso' | 'dataDir'>;

/** A secret beside which no other one is read. */
export const onlyKey = (key: Buffer): SecretKey => ({ current: key, readable: [key] });

/**
 * Returns what only this site knows: from APP_SECRET, or created once and stored in the data folder. Further readable
 * ones come from APP_SECRET_ALSO and from `secret.key.also` in the data folder.
 * @throws Error if a file is damaged, or the same secret is given twice
 */
export function secretKeyOf({ appSecret, appSecretAlso, dataDir }: SecretConfig): SecretKey {
  const file = join(dataDir, 'secret.key');
  const current = appSecret ? hashOf(appSecret) : keyIn(file, readOrMake(dataDir, file));
  const alsoFile = `${file}.also`;
  const alsoText = readIfThere(alsoFile);
  const others = [
    ...(appSecretAlso ? [hashOf(appSecretAlso)] : []),
    ...(alsoText === undefined ? [] : [keyIn(alsoFile, alsoText)]),
  ];
  const readable = [current, ...others];
  if (new Set(readable.map((key) => key.toString('hex'))).size < readable.length)
    throw new Error('The same secret is given twice: the other one must be the next or the former secret.');
  return { current, readable };
}

/**
 * Returns the secret of a site that has one. A command makes none: it would not be the one that the site uses.
 * @throws Error if there is none, or as `secretKeyOf`
 */
export function knownSecretKey(config: SecretConfig): SecretKey {
  if (!config.appSecret && readIfThere(join(config.dataDir, 'secret.key')) === undefined)
    throw new Error('The secret of the site is missing: set its APP_SECRET, too.');
  return secretKeyOf(config);
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

function keyIn(file: string, text: string): Buffer {
  const key = Buffer.from(text.trim(), 'hex');
  if (key.byteLength !== 32) throw new Error(`${file} does not hold 64 hexadecimal digits.`);
  return key;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

function readOrMake(dataDir: string, file: string): string {
  const known = readIfThere(file);
  if (known !== undefined) return known;
  // writes under another name and links the file, so that a second server starting now reads the whole file or none
  mkdirSync(dataDir, { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8');
}
