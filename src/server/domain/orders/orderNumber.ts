import { newCode, plainCode } from '#/server/platform/kernel/codes.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

const PREFIX = 'ONE-';
/** 24 letters and digits that neither look nor sound alike and make no words. */
const ALPHABET = 'BCDFGHJKMPQRTVWXY2346789';
const LENGTH = 6;
const NUMBER = new RegExp(`^${PREFIX}[${ALPHABET}]{${LENGTH}}$`);

/**
 * Creates a number for an order, such as ONE-4F2K7C (S18). It is random, so that it tells neither how many orders there
 * are nor the number of another one.
 */
export function newOrderNumber(deps: Pick<Deps, 'randomBytes'>): string {
  return `${PREFIX}${newCode(deps, LENGTH, ALPHABET)}`;
}

/**
 * Reads a number that a person typed: in any case, with spaces or hyphens, with or without its beginning.
 * @returns undefined if it cannot be the number of an order
 */
export function typedOrderNumber(typed: string): string | undefined {
  const number = `${PREFIX}${plainCode(typed).replace(/^ONE/, '')}`;
  return NUMBER.test(number) ? number : undefined;
}
