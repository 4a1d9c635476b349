import { hash, verify } from '@node-rs/argon2';
import { limitConcurrency } from '#/server/platform/kernel/limitConcurrency.ts';
import commonPasswords from './commonPasswords.json' with { type: 'json' };

/** Settings of argon2id, the defaults of the library; a running hash takes 19 MiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/**
 * A hash that no password matches. Unknown accounts are checked against it, so that they take the same time; closed
 * accounts get it.
 */
export const UNUSABLE_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$RB8IQ1dmkbR06AF3pzGrMw$3n4G/1DM5s+1aIdAS6fVGbnCafd/nJ8/18eTh26e0cg';
const MAX_WAITING = 32;
/** Runs two hashes at once: each takes a thread of libuv's pool and much memory, so more would slow everything down. */
const inTurn = limitConcurrency(2, MAX_WAITING);

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

/** Normalises both sides of every comparison, because systems encode the same typed characters differently. */
const normalised = (password: string) => password.normalize('NFC');

/**
 * Hashes a password.
 * @throws AppError busy if `MAX_WAITING` hashes are waiting already
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalised(password), COST));
}

/**
 * Checks a password, in the same time whether the account exists or not.
 * @param storedHash undefined for an unknown account; the answer is then false
 * @throws AppError busy if `MAX_WAITING` hashes are waiting already
 */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  const isRight = await inTurn(() => verify(storedHash ?? UNUSABLE_HASH, normalised(password)));
  return isRight && storedHash !== undefined;
}

/** Whether two typed passwords are the same after normalising. */
export const isSamePassword = (one: string, other: string) => normalised(one) === normalised(other);

/** Longest pair of common words that counts as a common password. Guessing programs try longer pairs late. */
const MAX_COMMON_PAIR_LENGTH = 9;

/**
 * Whether guessing programs try a password early. Such a password is a common word: alone, repeated, or with digits
 * and signs around, between or in place of its letters. The player's own login and the local part of their address
 * count as common words.
 */
export function isCommonPassword(password: string, login: string, email: string): boolean {
  const typed = normalised(password).toLowerCase();
  if (/^\d*\p{L}{1,2}\d*$/u.test(typed)) return true;
  const own = new Set([login.toLowerCase(), email.split('@')[0]]);
  const cores = [typed, unleet(typed)].flatMap((text) => [
    text,
    /\p{L}(?:.*\p{L})?/su.exec(text)?.[0] ?? '',
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

/** Replaces signs by the letters they look like, up to the last letter: signs after that are only appended. */
function unleet(text: string): string {
  const lastLetterAt = text.search(/\p{L}\P{L}*$/u);
  const head = text.slice(0, Math.max(lastLetterAt, 0));
  return head.replaceAll(/[013457@$!]/g, (sign) => LEET[sign] ?? sign) + text.slice(head.length);
}
