import * as z from 'zod/mini';
import { serverKey } from '#/contract/landing.ts';
import { DELIVERY_STAGES } from '#/contract/deliveries.ts';
import { text } from '#/contract/kernel/text.ts';
import { reason } from './people/people.ts';

export const DELIVERIES_PAGE_ROWS = 50;
/** Most deliveries in one bulk act. */
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
 * Decisions of an operator about a delivery. retry: hand it out again; cancel: cancel it; byHand: a
 * person handed it over; given, notGiven: the true result of a delivery with an unknown one.
 */
export const DELIVERY_DECISIONS = ['retry', 'cancel', 'byHand', 'given', 'notGiven'] as const;
export type DeliveryDecision = (typeof DELIVERY_DECISIONS)[number];

/**
 * open: not finished; trouble: failed or unknown; ready: the game server may ask for it now;
 * silent: ready, but its game server does not ask.
 */
export const DELIVERY_MARKS = ['open', 'trouble', 'ready', 'silent'] as const;
/** Values of the filter for open deliveries, in hours. */
export const OPEN_FOR_HOURS = ['1', '24', '168', '720'] as const;

/** A whole number in an address. Every allowed number is safe in JavaScript. */
const wholeNumber = text(15).check(z.regex(/^[1-9]\d{0,14}$/));
const decision = z.enum(DELIVERY_DECISIONS);

const filters = {
  state: z.optional(z.enum(DELIVERY_STATES)),
  mark: z.optional(z.enum(DELIVERY_MARKS)),
  server: z.optional(serverKey),
  code: z.optional(text(100).check(z.regex(/^[\x21-\x7E]+$/))),
  /** Id of the receiving account. */
  player: z.optional(wholeNumber),
  /** Public id or number of the order that caused the delivery. */
  order: z.optional(text(64).check(z.regex(/^[A-Za-z0-9_-]+$/))),
  /** Deliveries that have been open for longer than this number of hours. */
  openForHours: z.optional(z.enum(OPEN_FOR_HOURS)),
};

/** The filters of the list, in the form that they have in the page's address. */
export const deliveriesQuery = z.strictObject({
  /** Deliveries older than id `before`, or newer than id `after`. Without both, the newest. */
  before: z.optional(wholeNumber),
  after: z.optional(wholeNumber),
  ...filters,
});
export type DeliveriesQuery = z.output<typeof deliveriesQuery>;
export type DeliveryFilters = Omit<DeliveriesQuery, 'before' | 'after'>;

const player = z.object({ id: z.int(), login: z.string() });
const titles = z.object({ ru: z.string(), uk: z.string(), en: z.string() });

const row = {
  /** Number that the game and the player also know. It rises with time. */
  id: z.int(),
  /** Counts the transitions. An act on an older version is refused with operatorChanged. */
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
  /** Null for facts, for example the end of Premium. */
  titles: z.nullable(titles),
  state: z.enum(DELIVERY_STATES),
  /**
   * Time from which a waiting delivery may be handed over, past or future. Null when its player is
   * away.
   */
  readyAt: z.nullable(z.string()),
  attempt: z.int(),
  /** Last result that the game reported. */
  outcome: z.nullable(z.string()),
  /** Whether the payment was refunded. */
  isMoneyBack: z.boolean(),
  /** Public id of its order. Null when the delivery has another cause. */
  order: z.nullable(z.string()),
  /** Number of that order for people. */
  orderNumber: z.nullable(z.string()),
  /** Decisions that are possible now. */
  decisions: z.array(decision),
};
const deliveryRow = z.object(row);
export type DeliveryRowShown = z.infer<typeof deliveryRow>;

export const deliveriesReply = z.object({
  deliveries: z.array(deliveryRow),
  /** Cursors of the next pages. Null when there is no such page. */
  before: z.nullable(z.int()),
  after: z.nullable(z.int()),
});
export type DeliveriesReply = z.infer<typeof deliveriesReply>;

/** Asks for all deliveries that match the filters and allow the decision, the oldest first. */
export const matchingQuery = z.strictObject({ decision, ...filters });
export type MatchingQuery = z.output<typeof matchingQuery>;
const chosen = z.strictObject({ no: z.int().check(z.positive()), version: z.int().check(z.positive()) });
export type ChosenDelivery = z.infer<typeof chosen>;
export const matchingReply = z.object({
  deliveries: z.array(chosen),
  /** Whether more deliveries match than one act can decide. */
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
    /** Name of the operator. Null for a command in the shell and for other actors. */
    operator: z.nullable(z.string()),
    reason: z.string(),
    attempt: z.int(),
    /** Detail that the game reported. */
    detail: z.nullable(z.string()),
  }),
  /** An act without an immediate transition. */
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
  /** Stage that the player sees. Null when the player does not see the delivery. */
  stage: z.nullable(z.enum(DELIVERY_STAGES)),
  params: fields,
  needsOnline: z.boolean(),
  /**
   * Reason of the delivery with the type and id of its source, for example an order and its number.
   */
  cause: z.object({ reason: z.string(), type: z.string(), id: z.string() }),
  ledger: z.nullable(z.string()),
  /** The ledger that held the delivery is lost: the game proves first whether it was given. */
  isDoubtful: z.boolean(),
  /** End of the lease. Afterwards the delivery is leased again. Null when it is not leased. */
  leaseUntil: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  doneAt: z.nullable(z.string()),
  moneyBackAt: z.nullable(z.string()),
  /** The player of the game to whom it was handed. */
  handedTo: z.nullable(z.string()),
  /** Name of the character that received it. */
  receivedBy: z.nullable(z.string()),
  /** Number of pieces that a finished revoke took. Null for others. */
  taken: z.nullable(z.int()),
  /** Id of the delivery that this one revokes, and ids of the deliveries that revoke this one. */
  revokes: z.nullable(z.int()),
  revokedBy: z.array(z.int()),
  timeline: z.array(happening),
});
export type DeliveryReply = z.infer<typeof deliveryReply>;

export const decideBody = z.strictObject({ decision, version: chosen.shape.version, reason });
export const decideReply = z.object({ version: z.int(), state: z.enum(DELIVERY_STATES) });

export const decideManyBody = z.strictObject({
  decision,
  /** The versions that the operator saw. If one has changed since, no delivery is decided. */
  deliveries: z.array(chosen).check(z.minLength(1), z.maxLength(BULK_MOST)),
  reason,
});
export type DecideManyBody = z.output<typeof decideManyBody>;
export const decideManyReply = z.object({ decided: z.int() });
