import * as z from 'zod/mini';

/**
 * Where a thing stands that the game hands over (D18).
 * unlinked: the account is tied to no character; held: the tie is new and not confirmed by mail (D16); away: the player is
 * not in the game; silent: the game server is not there; otherCharacter: the player is there with
 * another character; noSpace: their inventory is full; saving: given, but not saved yet; trouble: an operator decides;
 * callingOff: its money went back while the game had it; returned: the prize is a coupon again.
 */
export const DELIVERY_STAGES = [
  'unlinked',
  'held',
  'away',
  'silent',
  'otherCharacter',
  'noSpace',
  'handing',
  'saving',
  'handed',
  'trouble',
  'callingOff',
  'calledOff',
  'returned',
  'takingBack',
  'takenBack',
] as const;
export type DeliveryStage = (typeof DELIVERY_STAGES)[number];

/** A thing that the game hands over, as its player sees it. */
export const delivery = z.object({
  /** Number that the support asks for. Rises with time. */
  id: z.int(),
  stage: z.enum(DELIVERY_STAGES),
  /** Whether the stage may still change. */
  isOpen: z.boolean(),
  /** Null: the player's Premium. */
  title: z.nullable(z.string()),
  /** Pieces of the good that were bought; 1 for prizes and gifts. */
  pieces: z.int(),
  /** Of Premium: its end, ISO 8601; null if it has ended. */
  until: z.nullable(z.string()),
  /** Public id of the order that it belongs to. */
  order: z.nullable(z.string()),
  isPrize: z.boolean(),
  /** A prize that can still be put back into the inventory. */
  canPutBack: z.boolean(),
  serverName: z.string(),
  /** Address to enter in the game; null: none is published. */
  serverAddress: z.nullable(z.string()),
  /** Name of the character that got it; null for others than the player, and if the game did not say. */
  character: z.nullable(z.string()),
  /** ISO 8601. */
  createdAt: z.string(),
  movedAt: z.string(),
  doneAt: z.nullable(z.string()),
});
export type Delivery = z.infer<typeof delivery>;

export const deliveriesReply = z.object({
  deliveries: z.array(delivery),
  nextBefore: z.nullable(z.int()),
});
