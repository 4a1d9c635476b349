import * as z from 'zod/mini';
import { fairDay } from '#/contract/fairness.ts';

/** Number of closed days on the page. */
export const FAIR_DAYS_SHOWN = 30;

const names = z.object({ ru: z.string(), uk: z.string(), en: z.string() });

/** An odds table with its declared odds and its observed draws. */
const countedTable = z.object({
  caseId: z.int(),
  names,
  revision: z.int(),
  draws: z.int(),
  /**
   * Probability that chance alone causes so large a difference. Null when there are too few draws.
   */
  pValue: z.nullable(z.number()),
  /** Whether the difference is too large to be chance. */
  isDeviating: z.boolean(),
  items: z.array(
    z.object({ itemId: z.int(), names, tickets: z.int(), observed: z.int(), expected: z.number() }),
  ),
});
export type CountedTable = z.infer<typeof countedTable>;

export const fairnessReply = z.object({
  /** Deviating tables first, then the tables with most draws. */
  tables: z.array(countedTable),
  /** The newest first. */
  days: z.array(fairDay),
  /** The books of the draws, with their violations. */
  checks: z.array(
    z.object({
      name: z.string(),
      /** Number of rows that break the rule and were not accepted by an operator. */
      broken: z.int(),
      /** End of the last complete check, ISO 8601. Null before the first one. */
      wholeAt: z.nullable(z.string()),
    }),
  ),
});
export type FairnessReply = z.infer<typeof fairnessReply>;
