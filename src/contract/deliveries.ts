import * as z from 'zod/mini';

/**
 * Stages of a delivery as the player sees them (D18). unlinked: the account is tied to no
 * character; held: the tie is new and not confirmed by mail (D16); away: the player is not in the
 * game; silent: the game server does not ask; otherCharacter: the player is in the game with
 * another character; noSpace: the inventory is full; saving: given, but not saved yet; noCharacter:
 * the game rejected it, because the player has no character there; trouble: the game rejected it for
 * another reason, and an operator decides; unclear: the game cannot tell whether it gave it;
 * callingOff: it was called off while the game had it; calledOff: its payment was refunded;
 * withdrawn: it was called off without a refund; returned: the prize is a coupon again; refused: the same,
 * because the game rejected it.
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
  'noCharacter',
  'trouble',
  'unclear',
  'callingOff',
  'calledOff',
  'withdrawn',
  'returned',
  'refused',
  'takingBack',
  'takenBack',
] as const;
export type DeliveryStage = (typeof DELIVERY_STAGES)[number];

/** A delivery to the game, as its player sees it. */
export const delivery = z.object({
  /** Number that the support asks for. It rises with time. */
  id: z.int(),
  stage: z.enum(DELIVERY_STAGES),
  /** Whether the stage may still change. */
  isOpen: z.boolean(),
  /** Null for the player's Premium. */
  title: z.nullable(z.string()),
  /** Pieces of the good that were bought; 1 for prizes and gifts. */
  pieces: z.int(),
  /** End of the Premium, ISO 8601. Null when it has ended, and for other deliveries. */
  until: z.nullable(z.string()),
  /** Public id of the order that caused the delivery. */
  order: z.nullable(z.string()),
  isPrize: z.boolean(),
  /** Whether the prize can still be put back into the inventory. */
  canPutBack: z.boolean(),
  serverName: z.string(),
  /** Address to enter in the game. Null when none is published. */
  serverAddress: z.nullable(z.string()),
  /**
   * Name of the character that received it. In the stage otherCharacter it is the character that must join. Null when
   * the name is unknown, and for everybody but the player.
   */
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
