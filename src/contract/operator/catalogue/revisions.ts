import * as z from 'zod/mini';
import { text } from '#/contract/kernel/text.ts';

export const REVISION_PAGE_ROWS = 50;

/**
 * shell: imported by a command; site: found or imported at a start; browser: published by an
 * operator.
 */
export const REVISION_SOURCES = ['shell', 'site', 'browser'] as const;
export type RevisionSource = (typeof REVISION_SOURCES)[number];

const wholeNumber = text(15, 'notFound').check(z.regex(/^[1-9]\d{0,14}$/));
export const catalogueParams = z.strictObject({ id: wholeNumber });

const change = z.object({
  /** Kind of the entry, for example "good". */
  noun: z.string(),
  id: z.string(),
  /** English name of the entry, or ''. */
  name: z.string(),
  /**
   * Names of the entry by language. Absent for entries without a name, and in revisions from before
   * names were stored.
   */
  names: z.optional(z.record(z.string(), z.string())),
  did: z.enum(['added', 'changed', 'withdrawn', 'returned', 'removed']),
  fields: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
});
export type ShownChange = z.infer<typeof change>;
export const changes = z.array(change);

const revision = z.object({
  /** Rises with time. */
  id: z.int(),
  at: z.string(),
  source: z.enum(REVISION_SOURCES),
  /** Name of the operator. Null for a command or the site itself. */
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** Number of changed rows of the catalogue. */
  changes: z.int(),
});
export type ShownRevision = z.infer<typeof revision>;

/** Revisions older than `before`. */
export const revisionsQuery = z.strictObject({ before: z.optional(wholeNumber) });
export const revisionsReply = z.object({
  revisions: z.array(revision),
  nextBefore: z.nullable(z.int()),
});
export const revisionReply = z.object({ revision, changes });

/** A planned publishing. */
const plan = z.object({
  /** ISO 8601. A job publishes the draft within a minute after it. */
  at: z.string(),
  /** Name of the operator in whose name it is published. */
  by: z.string(),
  reason: z.string(),
  /** Error code of the attempt. Null before the attempt. */
  failure: z.nullable(z.string()),
});

const draft = z.object({
  id: z.int(),
  version: z.int(),
  /** Id of the revision that the draft began from. */
  base: z.int(),
  owner: z.object({ id: z.int(), name: z.string() }),
  savedBy: z.string(),
  savedAt: z.string(),
  createdAt: z.string(),
  /** The draft cannot be changed while it has a plan that has not failed. */
  plan: z.nullable(plan),
});
export type ShownDraft = z.infer<typeof draft>;
export const shownDraft = draft;

/** Whether a job will publish the draft. Such a draft cannot be changed. */
export const isPlannedDraft = ({ plan: planned }: ShownDraft): boolean => planned?.failure === null;

export const catalogueReply = z.object({
  /** files: the command owns the catalogue, and the browser shows it. */
  ownedBy: z.enum(['files', 'browser']),
  /** The revision in force. Null until a catalogue is imported. */
  revision: z.nullable(revision),
  /** The newest first. */
  drafts: z.array(draft),
  /** Names of all pictures that a catalogue may use, for example `items/sultan`. */
  pictures: z.array(z.string()),
});
