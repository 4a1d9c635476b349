import * as z from 'zod/mini';
import { SWITCHES } from '#/contract/kernel/switches.ts';
import { text } from '#/contract/kernel/text.ts';
import { reason } from './people/people.ts';

/** Rows that need somebody are counted up to here: the page says "1,000+". */
export const MOST_COUNTED = 1000;

const count = z.int();

const job = z.object({
  name: z.string(),
  /** ISO 8601. */
  nextAt: z.string(),
  startedAt: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
  /** Of the last run. */
  error: z.nullable(z.string()),
});

/** What waits for somebody, up to `MOST_COUNTED` each. */
const siteCounts = z.object({
  ordersInReview: count,
  ordersPaidTwice: count,
  refundsFailed: count,
  /** Nobody knows whether they were given. */
  deliveriesUnknown: count,
  deliveriesFailed: count,
  /** Game servers that do not ask although things are ready. */
  serversSilent: count,
  ledgersToAccept: count,
  /** Live keys of game servers that end within a week. */
  keysEnding: count,
  mailsFailed: count,
  /** Not processed for five minutes. */
  paymentEventsLate: count,
  jobsFailed: count,
  booksBroken: count,
  /** Days whose sums differ from the books. */
  sumsDiffer: count,
  /** Requests for a second person that the caller may decide. */
  approvals: count,
});
export type SiteCounts = z.infer<typeof siteCounts>;

/** A switch that was used. */
const siteSwitch = z.object({
  name: z.enum(SWITCHES),
  isClosed: z.boolean(),
  changedAt: z.string(),
  changedBy: z.string(),
  reason: z.string(),
});
export type SiteSwitch = z.infer<typeof siteSwitch>;

export const switchParams = z.strictObject({ id: z.enum(SWITCHES) });
export const switchBody = z.strictObject({ reason });
/** What players read where a part is closed, in each language. */
export const closedSentences = z.object({ sentences: z.record(z.string(), z.string()) });

export const siteReply = z.object({
  version: z.string(),
  /** Of the process that answers. */
  startedAt: z.string(),
  now: z.string(),
  isReadOnly: z.boolean(),
  /** Of the disk of the embedded database; null: the database watches its own. */
  freeBytes: z.nullable(z.number()),
  database: z.object({ version: z.string(), bytes: z.number(), connections: count }),
  /** Connections of the process that answers, and requests that wait for one. */
  pool: z.object({ open: count, idle: count, waiting: count }),
  jobs: z.array(job),
  /** Books that do not balance. */
  brokenBooks: z.array(z.string()),
  /** English sentences about settings. */
  warnings: z.array(z.string()),
  counts: siteCounts,
  /** Those that were never used are open, and not here. */
  switches: z.array(siteSwitch),
});

export const jobParams = z.strictObject({ id: text(60).check(z.regex(/^[a-zA-Z]{1,60}$/)) });
export const runJobBody = z.strictObject({ reason });
