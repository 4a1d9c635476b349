import type * as z from 'zod/mini';
import { codeOfSentence, type SentenceCode } from './sentences.ts';

/**
 * Codes of mistakes that have no sentence in the schemas: wrong type or size of a value, and
 * conflicts between rows.
 */
export const MISTAKE_CODES = [
  'missing',
  'notText',
  'notNumber',
  'notWhole',
  'tooShort',
  'tooLong',
  'tooFew',
  'tooMany',
  'tooSmall',
  'tooLarge',
  'notAllowed',
  'unknownField',
  'wrongForm',
  'usedTwice',
  'noServer',
  'noCase',
  'noProduct',
  'belowSmallestPayment',
  'noPicture',
  'promoWithoutCode',
  'idTaken',
  'swapPaysBack',
  'prizeIsHeld',
  'piecesPayBack',
] as const;
export type MistakeCode = SentenceCode | (typeof MISTAKE_CODES)[number];

/** Path of a value in a catalogue, for example `['goods', 3, 'price', 'coins']`. */
export type FieldPath = readonly (string | number)[];

/** A mistake that prevents a catalogue from being published. */
export interface Mistake {
  path: FieldPath;
  code: MistakeCode;
  /** Values for the page's text, for example the exceeded bound. */
  values?: Record<string, string | number>;
  /** The sentence that the command in the shell prints. */
  sentence: string;
}

type Issue = z.core.$ZodIssue;

/**
 * Converts the issues of a schema to mistakes. If a value fits no form of a union, the issues of
 * the closest form are reported.
 */
export function mistakesOfIssues(issues: readonly Issue[], base: FieldPath = []): Mistake[] {
  return issues.flatMap((issue): Mistake[] => {
    const path = [...base, ...(issue.path as (string | number)[])];
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      const [closest] = issue.errors.toSorted((a, b) => strangeness(a) - strangeness(b));
      return mistakesOfIssues(closest!, path);
    }
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        path: [...path, key],
        code: 'unknownField',
        sentence: issue.message,
      }));
    return [{ path, ...reading(issue), sentence: issue.message }];
  });
}

/** Counts missing and unknown fields, to find the form of a union that the value resembles most. */
const strangeness = (issues: readonly Issue[]): number =>
  issues.filter(
    ({ code, path }) => code === 'unrecognized_keys' || (code === 'invalid_type' && path.length <= 1),
  ).length;

function reading(issue: Issue): Pick<Mistake, 'code' | 'values'> {
  const code = codeOfSentence(issue.message);
  if (code) return { code };
  if (issue.code === 'too_big') {
    const values = { max: Number(issue.maximum) };
    const { origin } = issue;
    return { code: origin === 'string' ? 'tooLong' : origin === 'array' ? 'tooMany' : 'tooLarge', values };
  }
  if (issue.code === 'too_small') {
    const values = { min: Number(issue.minimum) + (issue.inclusive === false ? 1 : 0) };
    const { origin } = issue;
    return { code: origin === 'string' ? 'tooShort' : origin === 'array' ? 'tooFew' : 'tooSmall', values };
  }
  if (issue.code === 'invalid_type') return { code: KINDS[issue.expected] ?? 'missing' };
  if (issue.code === 'invalid_format') return { code: 'wrongForm' };
  return { code: 'notAllowed' };
}

const KINDS: Partial<Record<string, MistakeCode>> = {
  string: 'notText',
  number: 'notNumber',
  int: 'notWhole',
};
