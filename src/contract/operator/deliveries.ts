import * as z from 'zod/mini';
import { serverKey } from '#/contract/auth.ts';
import { DELIVERY_STAGES } from '#/contract/deliveries.ts';
import { text } from '#/contract/kernel/text.ts';
import { reason } from './people/people.ts';

export const DELIVERIES_PAGE_ROWS = 50;
/** Most deliveries that one act decides. */
export const BULK_MOST = 500;

export const DELIVERY_STATES = [
  'waiting',
  'leased',
  'cancelling',
  'done',
  'cancelled',
  'failed',
  'unknown',
] as const;

/**
 * What an operator may decide of a delivery: retry: hand it out again; cancel: call it off; byHand: it was handed over by a
 * person; given, notGiven: what became of one that nobody knows of.
 */
export const DELIVERY_DECISIONS = ['retry', 'cancel', 'byHand', 'given', 'notGiven'] as const;
export type DeliveryDecision = (typeof DELIVERY_DECISIONS)[number];

/**
 * open: not over; trouble: failed or unknown; ready: the server may ask for it now; silent: ready, and its server does not
 * ask.
 */
export const DELIVERY_MARKS = ['open', 'trouble', 'ready', 'silent'] as const;
/** Hours for which a delivery is open, as the filter offers them. */
export const OPEN_FOR_HOURS = ['1', '24', '168', '720'] as const;

/** A whole number in an address; every number that fits is safe in JavaScript. */
const wholeNumber = text(15).check(z.regex(/^[1-9]\d{0,14}$/));
const decision = z.enum(DELIVERY_DECISIONS);

const filters = {
  state: z.optional(z.enum(DELIVERY_STATES)),
  mark: z.optional(z.enum(DELIVERY_MARKS)),
  server: z.optional(serverKey),
  code: z.optional(text(100).check(z.regex(/^[\x21-\x7E]+$/))),
  /** Id of the account that gets it. */
  player: z.optional(wholeNumber),
  /** Public id of the order that caused it. */
  order: z.optional(text(64).check(z.regex(/^[A-Za-z0-9_-]+$/))),
  /** What is open for longer than these hours. */
  openForHours: z.optional(z.enum(OPEN_FOR_HOURS)),
};

/** The filters of the list; the address of the page holds them as they are. */
export const deliveriesQuery = z.strictObject({
  /** Older deliveries than this number, or newer ones; the newest without both. */
  before: z.optional(wholeNumber),
  after: z.optional(wholeNumber),
  ...filters,
});
export type DeliveriesQuery = z.output<typeof deliveriesQuery>;
export type DeliveryFilters = Omit<DeliveriesQuery, 'before' | 'after'>;

const player = z.object({ id: z.int(), login: z.string() });
const titles = z.object({ ru: z.string(), uk: z.string(), en: z.string() });

const row = {
  /** The game and the player know it by this number. It rises with time. */
  id: z.int(),
  /** Number of its moves; an act on an older version is refused with operatorChanged. */
  version: z.int(),
  /** ISO 8601. */
  createdAt: z.string(),
  movedAt: z.string(),
  player,
  server: z.string(),
  /** give, revoke or set. */
  kind: z.string(),
  code: z.string(),
  count: z.int(),
  /** Null for facts such as the end of Premium. */
  titles: z.nullable(titles),
  state: z.enum(DELIVERY_STATES),
  /** The time from which a waiting delivery may be handed over, past or to come; null: its player is away. */
  readyAt: z.nullable(z.string()),
  attempt: z.int(),
  /** Last result that the game reported. */
  outcome: z.nullable(z.string()),
  /** Its money went back. */
  isMoneyBack: z.boolean(),
  /** Public id of its order; null: it has another cause. */
  order: z.nullable(z.string()),
  /** What may be decided of it now. */
  decisions: z.array(decision),
};
const deliveryRow = z.object(row);
export type DeliveryRowShown = z.infer<typeof deliveryRow>;

export const deliveriesReply = z.object({
  deliveries: z.array(deliveryRow),
  /** Numbers for the next pages; null: there is none. */
  before: z.nullable(z.int()),
  after: z.nullable(z.int()),
});
export type DeliveriesReply = z.infer<typeof deliveriesReply>;

/** Everything that the filters find and that may be decided so, the oldest first. */
export const matchingQuery = z.strictObject({ decision, ...filters });
export type MatchingQuery = z.output<typeof matchingQuery>;
const chosen = z.strictObject({ no: z.int().check(z.positive()), version: z.int().check(z.positive()) });
export type ChosenDelivery = z.infer<typeof chosen>;
export const matchingReply = z.object({
  deliveries: z.array(chosen),
  /** There are more than one act decides. */
  hasMore: z.boolean(),
});

export const deliveryParams = z.strictObject({ id: text(15, 'notFound').check(z.regex(/^[1-9]\d{0,14}$/)) });

const fields = z.record(z.string(), z.unknown());
const happening = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('move'),
    at: z.string(),
    /** Null for the first row, when the delivery was created. */
    from: z.nullable(z.string()),
    to: z.string(),
    /** site, player, operator or game. */
    actor: z.string(),
    /** Name of the operator; null: a command in the shell, or somebody else. */
    operator: z.nullable(z.string()),
    reason: z.string(),
    attempt: z.int(),
    /** What the game said. */
    detail: z.nullable(z.string()),
  }),
  /** An act that moved nothing at once. */
  z.object({
    kind: z.literal('act'),
    at: z.string(),
    act: z.string(),
    operator: z.nullable(z.string()),
    reason: z.nullable(z.string()),
    before: z.nullable(fields),
    after: z.nullable(fields),
  }),
]);
export type DeliveryHappening = z.infer<typeof happening>;

export const deliveryReply = z.object({
  ...row,
  /** What the player is told. Null if they see nothing of it. */
  stage: z.nullable(z.enum(DELIVERY_STAGES)),
  params: fields,
  needsOnline: z.boolean(),
  /** Why it was written, as order and its number. */
  cause: z.object({ reason: z.string(), type: z.string(), id: z.string() }),
  ledger: z.nullable(z.string()),
  /** A lost ledger held it: the game proves first whether it was given. */
  isDoubtful: z.boolean(),
  /** Of a leased one: then it is handed out again. */
  leaseUntil: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  doneAt: z.nullable(z.string()),
  moneyBackAt: z.nullable(z.string()),
  /** The player of the game to whom it was handed. */
  handedTo: z.nullable(z.string()),
  /** Name of the character that got it. */
  receivedBy: z.nullable(z.string()),
  /** Of a finished revoke: how many pieces were taken. */
  taken: z.nullable(z.int()),
  /** Number of the delivery that it takes back, and of those that take it back. */
  revokes: z.nullable(z.int()),
  revokedBy: z.array(z.int()),
  timeline: z.array(happening),
});
export type DeliveryReply = z.infer<typeof deliveryReply>;

export const decideBody = z.strictObject({ decision, version: chosen.shape.version, reason });
export const decideReply = z.object({ version: z.int(), state: z.enum(DELIVERY_STATES) });

export const decideManyBody = z.strictObject({
  decision,
  /** The versions that the operator saw. If one has changed since, nothing is decided. */
  deliveries: z.array(chosen).check(z.minLength(1), z.maxLength(BULK_MOST)),
  reason,
});
export type DecideManyBody = z.output<typeof decideManyBody>;
export const decideManyReply = z.object({ decided: z.int() });
