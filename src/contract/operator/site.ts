import * as z from 'zod/mini';
import { fairDay } from '#/contract/fairness.ts';
import { SWITCHES } from '#/contract/kernel/switches.ts';
import { text } from '#/contract/kernel/text.ts';
import { day } from './figures/dashboard.ts';
import { reason } from './people/people.ts';

/** Rows that need attention are counted up to this number; the page then says "1,000+". */
export const MOST_COUNTED = 1000;

const count = z.int();

const job = z.object({
  name: z.string(),
  /** ISO 8601. */
  nextAt: z.string(),
  startedAt: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
  /** Error of the last run. Null after a success. */
  error: z.nullable(z.string()),
});

/** Numbers of things that need an operator, each counted up to `MOST_COUNTED`. */
const siteCounts = z.object({
  ordersInReview: count,
  ordersPaidTwice: count,
  refundsFailed: count,
  /** Deliveries that were perhaps given. */
  deliveriesUnknown: count,
  deliveriesFailed: count,
  /** Game servers that do not ask although deliveries are ready. */
  serversSilent: count,
  ledgersToAccept: count,
  /** Live keys of game servers that end within a week. */
  keysEnding: count,
  mailsFailed: count,
  /** Mails that have waited for more than an hour. */
  mailsLate: count,
  /** Payment events that were not processed within five minutes. */
  paymentEventsLate: count,
  jobsFailed: count,
  /** 1 when the database was to be dumped, and the last whole dump is too old. */
  dumpLate: count,
  booksBroken: count,
  /** Payouts with lines of no order, or whose lines have another sum. */
  payoutsOpen: count,
  /** Imported VAT rates that no owner has confirmed. */
  ratesUnconfirmed: count,
  /** Days whose stored sums differ from the books. */
  sumsDiffer: count,
  /** Drafts of the catalogue whose planned publishing failed. */
  plansFailed: count,
  /** Requests for a second person that the caller may decide. */
  approvals: count,
});
export type SiteCounts = z.infer<typeof siteCounts>;

/** A switch that an operator has used at least once. */
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
/** The sentence that players read on a closed part, in each language. */
export const closedSentences = z.object({ sentences: z.record(z.string(), z.string()) });

/** Settings of a process that an operator is warned about. */
export const SETTING_WARNINGS = [
  'demoIsOpen',
  'publicUrlIsLocal',
  'publicUrlIsOpen',
  'proxyUnknown',
  'mailsToFiles',
  'mailFromMissing',
  'supportEmailMissing',
  'sellerMissing',
  'dataInProgramFolder',
  'testPaymentsAreOpen',
  'stripeTestIsOpen',
  'paymentsOnOneDisk',
] as const;
export type SettingWarningCode = (typeof SETTING_WARNINGS)[number];

export const siteReply = z.object({
  version: z.string(),
  /** Start of the answering process. */
  startedAt: z.string(),
  now: z.string(),
  isReadOnly: z.boolean(),
  /** Whether no mails are sent. */
  areMailsMuted: z.boolean(),
  /** Free space on the disk of the embedded database. Null when the database runs elsewhere. */
  freeBytes: z.nullable(z.number()),
  /** `dumpedAt` is the end of the last dump. Null without one, or where another program makes them. */
  database: z.object({
    version: z.string(),
    bytes: z.number(),
    connections: count,
    dumpedAt: z.nullable(z.string()),
  }),
  /** Connections of the answering process, and requests that wait for one. */
  pool: z.object({ open: count, idle: count, waiting: count }),
  jobs: z.array(job),
  /** Names of the books with violations. */
  brokenBooks: z.array(z.string()),
  /** Settings that are probably missing or wrong. `value` is what the sentence quotes. */
  warnings: z.array(z.object({ code: z.enum(SETTING_WARNINGS), value: z.string() })),
  counts: siteCounts,
  /** Parts that were never switched are open and missing here. */
  switches: z.array(siteSwitch),
});

export const jobParams = z.strictObject({ id: text(60).check(z.regex(/^[a-zA-Z]{1,60}$/)) });
export const runJobBody = z.strictObject({ reason });

/** Full days (UTC) between the day on which a change of the terms is announced and the day in force, as the terms promise. */
export const TERMS_NOTICE_DAYS = 14;
export const TERMS_TEXT_MAX_LENGTH = 600;
/** What changes in the terms. Plain text. */
const termsText = text(TERMS_TEXT_MAX_LENGTH).check(z.trim(), z.minLength(1));
export const announceTermsBody = z.strictObject({
  inForceOn: day,
  texts: z.strictObject({ ru: termsText, uk: termsText, en: termsText }),
  reason,
});
export type AnnounceTermsBody = z.infer<typeof announceTermsBody>;
/** The mail to a player in each language, as plain text. */
export const termsMails = z.object({ mails: z.record(z.string(), z.string()) });
export const termsParams = z.strictObject({ id: text(15, 'notFound').check(z.regex(/^[1-9]\d{0,14}$/)) });
export const withdrawTermsBody = z.strictObject({ reason });

/** Number of notices on the page. */
export const TERMS_NOTICES_SHOWN = 20;
/** sending: not every player was written to yet. */
export const TERMS_STATES = ['sending', 'sent', 'withdrawn'] as const;
const termsNotice = z.object({
  id: z.int(),
  inForceOn: z.string(),
  texts: z.object({ ru: z.string(), uk: z.string(), en: z.string() }),
  state: z.enum(TERMS_STATES),
  announcedAt: z.string(),
  announcedBy: z.string(),
  /** Number of players who had a confirmed address when it was announced. */
  recipients: z.int(),
  /** Players who were written to. */
  mailed: z.int(),
  /** Whether it can be withdrawn: nobody has withdrawn it yet, and its day has not begun. */
  isOpen: z.boolean(),
});
export type TermsNotice = z.infer<typeof termsNotice>;
export const termsNoticeListReply = z.object({
  /** The newest first. */
  notices: z.array(termsNotice),
  /** The earliest day in force of a change that is announced today. */
  earliestOn: z.string(),
});
export type TermsNoticeListReply = z.infer<typeof termsNoticeListReply>;

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
