import * as z from 'zod/mini';
import { LOCALES } from './locale.ts';
import { text } from './text.ts';

/**
 * What the site tells a player (C15). goods: a delivery was given in the game; waits: a delivery needs the player;
 * refund: money of an order went back, or could not; unpaid: an order of the player ran out; friend: an invited player counts
 * for the first time; reward: a reward of the referral programme was given; promotion: a promotion, or the discount code that
 * the player keeps, ends soon; terms: the terms of service will change.
 */
export const NEWS_KINDS = [
  'goods',
  'waits',
  'refund',
  'unpaid',
  'friend',
  'reward',
  'promotion',
  'terms',
] as const;
const newsKind = z.enum(NEWS_KINDS);
export type NewsKind = z.infer<typeof newsKind>;

/**
 * Why a delivery needs the player. noSpace, otherCharacter, noCharacter: as the game said; away: it has waited for a week;
 * refused: the game cannot give the prize, which is in the inventory again.
 */
export const WAIT_CAUSES = ['noSpace', 'otherCharacter', 'noCharacter', 'away', 'refused'] as const;
export type WaitCause = (typeof WAIT_CAUSES)[number];

const entry = { id: z.int(), at: z.iso.datetime(), isRead: z.boolean() };
/** A delivery: its name in the reader's language, the pieces of its order, and its server. */
const goods = { title: z.string(), pieces: z.int(), server: z.string() };
/** An order: its product, its public id and its short number. */
const order = { title: z.string(), order: z.string(), number: z.string() };

/** An entry in the reader's language. */
export const playerNewsEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('goods'), ...entry, ...goods }),
  z.object({
    kind: z.literal('waits'),
    ...entry,
    ...goods,
    why: z.enum(WAIT_CAUSES),
    /** Other deliveries that have waited for as long. */
    others: z.int(),
  }),
  z.object({
    kind: z.literal('refund'),
    ...entry,
    ...order,
    /** The cents that went back, or that could not. */
    cents: z.int(),
    hasFailed: z.boolean(),
  }),
  z.object({ kind: z.literal('unpaid'), ...entry, ...order }),
  z.object({
    kind: z.literal('friend'),
    ...entry,
    /** The friend's masked login; empty once their account is closed. */
    player: z.string(),
  }),
  /** The name of the reward. */
  z.object({ kind: z.literal('reward'), ...entry, title: z.string() }),
  z.object({
    kind: z.literal('promotion'),
    ...entry,
    /** Title of the promotion; empty for the code that the player keeps since the sign-up. */
    title: z.string(),
    code: z.string(),
    endsAt: z.iso.datetime(),
  }),
  z.object({
    kind: z.literal('terms'),
    ...entry,
    /** What changes. */
    text: z.string(),
    /** The first day of the changed terms, UTC. */
    inForceOn: z.iso.date(),
    /** Whether the change was called off. */
    isWithdrawn: z.boolean(),
  }),
]);
export type PlayerNewsEntry = z.infer<typeof playerNewsEntry>;

export const playerNewsReply = z.object({
  /** Newest first. */
  news: z.array(playerNewsEntry),
  nextBefore: z.nullable(z.int()),
});
export type PlayerNewsReply = z.infer<typeof playerNewsReply>;

/** Entries that one call marks as read at most; more than a window shows. */
export const SEEN_AT_ONCE = 100;
/**
 * Marks as read what was in sight (`ids`), or everything up to an id (`up_to`). An entry that came meanwhile stays unread.
 */
export const readNewsBody = z.union([
  z.strictObject({
    ids: z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(SEEN_AT_ONCE)),
  }),
  z.strictObject({ up_to: z.int().check(z.positive()) }),
]);
export type ReadNewsBody = z.infer<typeof readNewsBody>;
/** What is unread afterwards. */
export const readNewsReply = z.object({ unread: z.int() });

/** now: some minutes after the event, unless it was read on the site; daily: in the mail of the evening; off: never. */
export const MAIL_CHOICES = ['now', 'daily', 'off'] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];

/** Hour of the daily mail, UTC. `news_mail_at` has it too. */
export const DIGEST_HOUR_UTC = 16;
/** Minutes for which news waits before it is mailed at once, so that a player who is on the site reads it there. */
export const MAIL_AFTER_MINUTES = 5;

/**
 * Which kinds are mailed unless the player chooses otherwise (C16). Promotions need the player's consent. Refunds and changed
 * terms have mails of their own, which always come.
 */
export const DEFAULT_MAIL_CHOICES = {
  goods: 'daily',
  waits: 'now',
  unpaid: 'daily',
  friend: 'daily',
  reward: 'daily',
  promotion: 'off',
} as const satisfies Partial<Record<NewsKind, MailChoice>>;
export type MailedKind = keyof typeof DEFAULT_MAIL_CHOICES;
export const MAILED_KINDS = Object.keys(DEFAULT_MAIL_CHOICES) as MailedKind[];

const mailedKind = z.enum(['goods', 'waits', 'unpaid', 'friend', 'reward', 'promotion']);
export const mailChoicesReply = z.object({
  choices: z.array(z.object({ kind: mailedKind, choice: z.enum(MAIL_CHOICES) })),
});
export type MailChoicesReply = z.infer<typeof mailChoicesReply>;
export const mailChoiceBody = z.strictObject({ kind: mailedKind, choice: z.enum(MAIL_CHOICES) });
export type MailChoiceBody = z.infer<typeof mailChoiceBody>;

/**
 * Path of the address in the head of a mail (RFC 8058), which pages do not call: GET leads to the page with the button, POST
 * stops the mails.
 */
export const STOP_MAILS_PATH = '/unsubscribe';
/** The signed token of a mail's unsubscribe link, and the language of the mail. */
export const stopMailsQuery = z.strictObject({
  token: text(256).check(z.minLength(1)),
  locale: z.optional(z.enum(LOCALES)),
});
