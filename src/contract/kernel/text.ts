import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/** Lets TypeScript check an error code where a schema takes any text. */
export const code = (value: ErrorCode): ErrorCode => value;

/**
 * A text that a caller sends. The length is checked first, so no pattern ever reads more than
 * `maxLength` UTF-16 units.
 * @param notText error code for a value that is not a string
 * @param tooLong error code for a longer string; `notText` by default
 */
export const text = (maxLength: number, notText: ErrorCode = 'badRequest', tooLong: ErrorCode = notText) =>
  z.string(notText).check(z.maxLength(maxLength, { abort: true, error: tooLong }));
