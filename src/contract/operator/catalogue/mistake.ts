import type * as z from 'zod/mini';
import { codeOfSentence, type SentenceCode } from './sentences.ts';

/** Codes of mistakes that are not sentences of the schemas: the kind and size of a value, and what needs several rows. */
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
  'idTaken',
  'swapPaysBack',
] as const;
export type MistakeCode = SentenceCode | (typeof MISTAKE_CODES)[number];

/** Where a value stands in a catalogue, as `['goods', 3, 'price', 'coins']`. */
export type FieldPath = readonly (string | number)[];

/** What stands in the way of publishing a catalogue. */
export interface Mistake {
  path: FieldPath;
  code: MistakeCode;
  /** What the words of a page need, as the bound that is exceeded. */
  values?: Record<string, string | number>;
  /** For the shell. */
  sentence: string;
}

type Issue = z.core.$ZodIssue;

/** Reads what a schema found. Of a choice that nothing fits, the form that comes closest is told about. */
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

/** Counts the fields that a value lacks or must not have, to find the form that it resembles most. */
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
