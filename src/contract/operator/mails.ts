import * as z from 'zod/mini';
import { LOCALES } from '#/contract/kernel/locale.ts';
import { text } from '#/contract/kernel/text.ts';
import { MAIL_KINDS } from '#/contract/mail.ts';
import { reason } from './people/people.ts';

export const MAILS_PAGE_ROWS = 50;
/** Most mails in one act. */
export const MAILS_BULK_MOST = 500;
/** Most mails that the preview of an act names. */
export const MAILS_NAMED_MOST = 10;

/**
 * waiting: not sent yet; failed: given up, and can be sent again; ended: not sent, and of no more use, so
 * that its content is deleted; dropped: an operator has deleted it.
 */
export const MAIL_STATES = ['waiting', 'failed', 'sent', 'ended', 'dropped'] as const;
export type MailState = (typeof MAIL_STATES)[number];
export const MAIL_ACTS = ['retry', 'drop'] as const;
export type MailAct = (typeof MAIL_ACTS)[number];

const wholeNumber = text(15).check(z.regex(/^[1-9]\d{0,14}$/));
const at = z.string();
const kind = z.enum(MAIL_KINDS);

const filters = {
  state: z.optional(z.enum(MAIL_STATES)),
  kind: z.optional(kind),
  /** Day in UTC on which the mail was caused. */
  day: z.optional(text(10).check(z.iso.date())),
  /** Id of an account. */
  player: z.optional(wholeNumber),
};

/** The filters of the list, in the form that they have in the page's address. */
export const mailsQuery = z.strictObject({
  /** Mails older than id `before`, or newer than id `after`. Without both, the newest. */
  before: z.optional(wholeNumber),
  after: z.optional(wholeNumber),
  ...filters,
});
export type MailsQuery = z.output<typeof mailsQuery>;
export type MailFilters = Omit<MailsQuery, 'before' | 'after'>;

const mail = z.object({
  id: z.int(),
  kind,
  state: z.enum(MAIL_STATES),
  createdAt: at,
  attempts: z.int(),
  /** Time of the next attempt. Null when none follows. */
  nextAt: z.nullable(at),
  sentAt: z.nullable(at),
  /** Time at which the mail was given up or dropped. */
  failedAt: z.nullable(at),
  /** From this time on the mail is of no more use. */
  usefulUntil: at,
  /** Why the last attempt failed. Contains no address. */
  error: z.nullable(z.string()),
  /** The address without its name. Null once the content is deleted. */
  to: z.nullable(z.string()),
  /** Null when the mail belongs to no account. */
  player: z.nullable(z.object({ id: z.int(), login: z.string() })),
  /** Public id of the order that the mail is about. */
  order: z.nullable(z.string()),
  /** Number of that order for people. */
  orderNumber: z.nullable(z.string()),
  /** Acts that are possible now. */
  acts: z.array(z.enum(MAIL_ACTS)),
});
export type MailRow = z.infer<typeof mail>;

/** The queue as a whole. Counts stop at `MOST_COUNTED`. */
export const mailQueueReply = z.object({
  waiting: z.int(),
  failed: z.int(),
  /** Mails sent within the last 24 h. */
  sent: z.int(),
  /** When the oldest waiting mail was caused. */
  oldestAt: z.nullable(at),
  /** Who sends the mails of the answering process. */
  sender: z.object({
    code: z.enum(['smtp', 'outbox', 'nobody']),
    /** Host or folder; '' for nobody. */
    place: z.string(),
  }),
  /** Null while mails are sent. */
  mute: z.nullable(
    z.object({
      at,
      /** Whether the database is a restored copy, which is muted until an operator decides. */
      isRestored: z.boolean(),
      /** Null for a command in the shell, or while nobody has decided. */
      by: z.nullable(z.string()),
      reason: z.string(),
    }),
  ),
});
export type MailQueueReply = z.infer<typeof mailQueueReply>;

export const mailsReply = z.object({
  mails: z.array(mail),
  /** Cursors of the next older and newer page. Null when there is no such page. */
  before: z.nullable(z.int()),
  after: z.nullable(z.int()),
});
export type MailsReply = z.infer<typeof mailsReply>;

export const mailParams = z.strictObject({ id: text(15, 'notFound').check(z.regex(/^[1-9]\d{0,14}$/)) });
export const mailReply = mail;
export const mailPersonalReply = z.object({
  /** The address in full. Null once the content is deleted. */
  to: z.nullable(z.string()),
});

/** Asks for all mails that match the filters and allow the act, the oldest first. */
export const matchingMailsQuery = z.strictObject({ act: z.enum(MAIL_ACTS), ...filters });
export type MatchingMailsQuery = z.output<typeof matchingMailsQuery>;
export const matchingMailsReply = z.object({
  mails: z.array(z.int()),
  /** Whether more mails match than one act can change. */
  hasMore: z.boolean(),
});

export const mailsActBody = z.strictObject({
  mails: z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(MAILS_BULK_MOST)),
  reason,
});
export const mailsActReply = z.object({
  /** Mails that were changed. The others had been sent or ended meanwhile, or are being sent. */
  changed: z.int(),
});

/** What the mails of an act were for, in its preview. */
export const mailsForeseen = z.object({
  mails: z.array(
    z.object({
      id: z.int(),
      kind,
      createdAt: at,
      login: z.nullable(z.string()),
      /** Number of the order that the mail is about. */
      order: z.nullable(z.string()),
    }),
  ),
  /** Number of further mails. */
  more: z.int(),
});

export const muteBody = z.strictObject({ reason });
export const testMailBody = z.strictObject({ locale: z.enum(LOCALES) });
export const testMailReply = z.object({ id: z.int() });

/** A language and a kind of mail, for example "en-receipt". */
export const templateParams = z.strictObject({
  id: text(40, 'notFound').check(z.regex(/^[a-z]{2}-[a-zA-Z]{1,30}$/)),
});
/** The address of a sample mail. @param of kind of the mail */
export const templatePath = (locale: string, of: string): string =>
  `/api/operator/v1/mail-templates/${locale}-${of}`;
/** The answer is the page of the mail; its schema is not used. */
export const templateReply = z.unknown();
