import { hash, verify } from '@node-rs/argon2';
import { fail } from './errors.ts';
import commonPasswords from './commonPasswords.json' with { type: 'json' };

/** argon2id is the default of the library; 19 MiB for each hash that runs. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Of a password nobody knows: unknown accounts cost the same time as known ones, closed ones open to nobody. */
export const UNUSABLE_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$RB8IQ1dmkbR06AF3pzGrMw$3n4G/1DM5s+1aIdAS6fVGbnCafd/nJ8/18eTh26e0cg';
const MAX_RUNNING = 2;
const MAX_WAITING = 32;

const COMMON_WORDS = new Set(`${commonPasswords.words} ${commonPasswords.own}`.split(' '));
const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Both sides of every comparison: the same characters typed on another system stay the same password. */
const normalised = (password: string) => password.normalize('NFC');

/** @throws AppError busy when 32 hashes wait already */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalised(password), COST));
}

/**
 * Compares in the same time whether the account exists or not.
 * @param storedHash undefined for an unknown account, which no password opens
 * @throws AppError busy when 32 hashes wait already
 */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  const isRight = await inTurn(() => verify(storedHash ?? UNUSABLE_HASH, normalised(password)));
  return isRight && storedHash !== undefined;
}

/** Whether two typed passwords are one, as they are compared. */
export const isSamePassword = (one: string, other: string) => normalised(one) === normalised(other);

/** Two short common words in a row are tried early, longer pairs are not. */
const MAX_COMMON_PAIR_LENGTH = 9;

/**
 * A password that guessing programs try first: a common word, alone, repeated, or dressed with digits and signs
 * around it, between its letters or in their place; or the player's own login or the local part of the address.
 */
export function isCommonPassword(password: string, login: string, email: string): boolean {
  const typed = normalised(password).toLowerCase();
  if (/^\d*\p{L}{1,2}\d*$/u.test(typed)) return true;
  const own = new Set([login.toLowerCase(), email.split('@')[0]]);
  const cores = [typed, unleet(typed)].flatMap((text) => [
    text,
    text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, ''),
    text.replaceAll(/[^\p{L}]/gu, ''),
  ]);
  return cores.some((core) => own.has(core) || isCommonCore(core));
}

function isCommonCore(core: string): boolean {
  if (COMMON_WORDS.has(core) || /^(.{1,4})\1+$/u.test(core)) return true;
  if (core.length > MAX_COMMON_PAIR_LENGTH) return false;
  for (let at = 2; at <= core.length - 2; at++)
    if (COMMON_WORDS.has(core.slice(0, at)) && COMMON_WORDS.has(core.slice(at))) return true;
  return false;
}

const unleet = (text: string) => text.replaceAll(/[013457@$!](?=.*\p{L})/gu, (sign) => LEET[sign] ?? sign);

let running = 0;
const waiting: (() => void)[] = [];

// a hash takes a thread of libuv's pool and 19 MiB; more than two at once only starve everything else
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_RUNNING) {
    if (waiting.length >= MAX_WAITING) fail('busy', { retryAfterSeconds: 1 });
    await new Promise<void>((start) => waiting.push(start));
  } else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
