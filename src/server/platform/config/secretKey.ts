import { createHash, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';

/**
 * Returns the 32 bytes that only this site knows: from APP_SECRET, or created once and stored in the data folder.
 * @throws Error if the file is damaged
 */
export function secretKeyOf({ appSecret, dataDir }: Pick<Config, 'appSecret' | 'dataDir'>): Buffer {
  if (appSecret) return createHash('sha256').update(appSecret).digest();
  const file = join(dataDir, 'secret.key');
  const secret = Buffer.from(readOrMake(dataDir, file).trim(), 'hex');
  if (secret.byteLength !== 32) throw new Error(`${file} does not hold 64 hexadecimal digits.`);
  return secret;
}

function readOrMake(dataDir: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
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
