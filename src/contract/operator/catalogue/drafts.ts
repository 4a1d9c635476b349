import * as z from 'zod/mini';
import { RARITIES } from '#/contract/cases.ts';
import { text } from '#/contract/kernel/text.ts';
import { reason } from '#/contract/operator/people/people.ts';
import { changes, shownDraft } from './revisions.ts';

/** Most bytes of a draft as JSON. */
export const DRAFT_MAX_BYTES = 1_000_000;
/** Publishing is planned at least and at most this far ahead. */
export const PLAN_MIN_MS = 60_000;
export const PLAN_MAX_MS = 90 * 24 * 60 * 60_000;
/** Most drafts of one person. */
export const MAX_DRAFTS = 20;

const list = z.array(z.record(z.string(), z.unknown()));
/**
 * An edited catalogue. Only its parts must exist; `checkCatalogue` checks the values separately,
 * because an operator may save unfinished input.
 */
const roughCatalogue = z.strictObject({
  servers: list,
  cases: list,
  products: list,
  goods: list,
  paymentGroups: list,
  referral: z.strictObject({ statuses: list, milestones: list }),
  landing: z.strictObject({ promos: list, news: list }),
});

const version = z.int().check(z.positive());

/** Creates a draft from the revision in force, or from an older one to roll back. */
export const makeDraftBody = z.strictObject({ revision: z.int().check(z.positive()) });
/** The odds of a case in force, with the names of its prizes. */
const caseInForce = z.object({
  id: z.int(),
  items: z.array(
    z.object({
      id: z.int(),
      name: z.record(z.string(), z.string()),
      tickets: z.int(),
      isSwapAvailable: z.boolean(),
      premiumCoinsPrice: z.int(),
      color: z.enum(RARITIES),
    }),
  ),
});
export type CaseInForce = z.infer<typeof caseInForce>;

/** The highest ids that were ever published, also of entries that left the catalogue: players own them. */
const usedIds = z.object({ cases: z.int(), items: z.int(), goods: z.int(), milestones: z.int() });
export type UsedIds = z.infer<typeof usedIds>;

export const draftReply = z.object({
  draft: shownDraft,
  content: z.unknown(),
  newest: z.int(),
  /** The cases of the newest revision. */
  inForce: z.array(caseInForce),
  used: usedIds,
});

export const saveDraftBody = z.strictObject({ version, content: roughCatalogue });
export const saveDraftReply = shownDraft;

export const discardDraftBody = z.strictObject({ version });

const mistake = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  code: z.string(),
  values: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  sentence: z.string(),
});

/** Findings of the server about a saved draft. */
export const reviewReply = z.object({
  version: z.int(),
  mistakes: z.array(mistake),
  warnings: z.array(
    z.object({
      code: z.string(),
      /** Null if the warning concerns no case. */
      caseId: z.nullable(z.int()),
      values: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
  /** Changes that publishing would make. Empty while there are mistakes. */
  changes,
  /** Unopened pieces of cases whose odds change. They keep their old odds. */
  unopened: z.array(z.object({ caseId: z.int(), pieces: z.int(), lots: z.int() })),
  /** Slugs of the cases whose odds change. The publisher must type one of them. */
  changedOdds: z.array(z.string()),
});

/** Moves a draft onto the revision in force. */
export const carryOverBody = z.strictObject({ version });
export const carryOverReply = z.object({
  draft: shownDraft,
  /** Entries that both sides changed, for example `goods 1012`. The draft's version stands. */
  conflicts: z.array(z.string()),
});

export const publishBody = z.strictObject({
  version,
  /** The revision in force as the publisher saw it. */
  base: z.int().check(z.positive()),
  reason,
});
/** Publishes a draft at a time. */
export const planBody = z.extend(publishBody, {
  /** `PLAN_MIN_MS` to `PLAN_MAX_MS` from now. */
  publishAt: text(40).check(z.iso.datetime({ precision: 3 })),
});
export const unplanBody = z.strictObject({ version, reason });
export const planReply = z.object({ version: z.int() });
/** Until when the operator's browser shows the draft on the pages of the players. */
export const previewReply = z.object({ until: z.iso.datetime() });
export const publishReply = z.object({ revision: z.int() });
