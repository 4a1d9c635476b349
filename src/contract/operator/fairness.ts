import * as z from 'zod/mini';
import { fairDay } from '#/contract/fairness.ts';

/** Closed days that the page shows. */
export const FAIR_DAYS_SHOWN = 30;

const names = z.object({ ru: z.string(), uk: z.string(), en: z.string() });

/** An odds table that was used: what it declares, and what was drawn. */
const countedTable = z.object({
  caseId: z.int(),
  names,
  revision: z.int(),
  draws: z.int(),
  /** How probable such a difference is by chance alone; null: too few draws to tell. */
  pValue: z.nullable(z.number()),
  /** Less probable than chance explains. */
  isDeviating: z.boolean(),
  items: z.array(
    z.object({ itemId: z.int(), names, tickets: z.int(), observed: z.int(), expected: z.number() }),
  ),
});
export type CountedTable = z.infer<typeof countedTable>;

export const fairnessReply = z.object({
  /** Deviating ones first, then those with most draws. */
  tables: z.array(countedTable),
  /** The newest first. */
  days: z.array(fairDay),
  /** The books of the draws. */
  checks: z.array(
    z.object({
      name: z.string(),
      /** Rows that break it and that nobody has accepted. */
      broken: z.int(),
      /** End of the last check of all rows. */
      wholeAt: z.nullable(z.string()),
    }),
  ),
});
export type FairnessReply = z.infer<typeof fairnessReply>;
