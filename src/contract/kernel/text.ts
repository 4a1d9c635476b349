import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/**
 * A text that a caller sends. Its length is checked first, and a longer text is looked at no further, so that no pattern
 * ever meets more than `maxLength` UTF-16 units.
 * @param notText code for what is no text
 * @param tooLong code for a longer one; `notText` unless given
 */
export const text = (maxLength: number, notText: ErrorCode = 'badRequest', tooLong: ErrorCode = notText) =>
  z.string(notText).check(z.maxLength(maxLength, { abort: true, error: tooLong }));
