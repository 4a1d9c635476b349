import type { PaymentEventKind } from '#/server/ports/payments.ts';

/*
 * The model of the site's money: a few numbers for each player, changed by events and never by values that the server
 * computed. `referral.ts` has the rules of the referral programme.
 */

/** Pieces of a case that one cause gave. */
export interface ModelLot {
  caseId: number;
  left: number;
  /** The gift that gave the pieces. It counts how many of them were opened. */
  gift: Gift;
}

/** Coins and pieces that one cause gave, and that go back with it. */
export interface Gift {
  coins: number;
  pieces: number;
  caseId: number;
  /** OC that the player owes for an opened piece that is revoked. */
  pieceWorth: number;
  opened: number;
  /** OC that were taken back, what was owed included; undefined while the gift stands. */
  taken?: number;
  /** Unopened pieces that were taken back. */
  takenPieces: number;
}

export interface ModelCoupon {
  id: number;
  price: number;
  isSwappable: boolean;
  isSwapped: boolean;
}

export interface ModelOrder {
  id: string;
  owner: ModelPlayer;
  cents: number;
  hasDiscount: boolean;
  gift: Gift;
  isGiven: boolean;
  /** Whether the payment is good. The player has the goods exactly while it is. */
  isGood: boolean;
  paidCents: number[];
  refunds: Map<string, number>;
  disputes: Set<string>;
  /** Milliseconds: when it was first good. */
  goodAtMs: number;
  cashBack?: { coins: number; share: number; state: 'held' | 'released' | 'gone'; dueMs: number } | undefined;
}

export interface ModelReward {
  state: 'waiting' | 'given' | 'reversed';
  dueMs: number;
  givenMs: number;
  gifts: Gift[];
}

export interface ModelPlayer {
  accountId: number;
  isConfirmed: boolean;
  inviter?: ModelPlayer | undefined;
  /** OC in the wallet less what is owed. One of the two is always 0. */
  coins: number;
  lots: ModelLot[];
  coupons: ModelCoupon[];
  orders: ModelOrder[];
  rewards: Map<number, ModelReward>;
  lastOpenedMs: number;
}

export const DISCOUNT_USES = 2;

export const newGift = (coins: number, caseId = 0, pieces = 0, pieceWorth = 0): Gift => ({
  coins,
  pieces,
  caseId,
  pieceWorth,
  opened: 0,
  takenPieces: 0,
});

export const newPlayer = (accountId: number, isConfirmed: boolean): ModelPlayer => ({
  accountId,
  isConfirmed,
  coins: 0,
  lots: [],
  coupons: [],
  orders: [],
  rewards: new Map(),
  lastOpenedMs: -Infinity,
});

/** Gives something to a player. */
export function give(player: ModelPlayer, gift: Gift): void {
  player.coins += gift.coins;
  if (gift.pieces > 0) player.lots.push({ caseId: gift.caseId, left: gift.pieces, gift });
}

/**
 * Takes something back. What was opened is owed.
 * @param more OC that are owed besides
 */
export function takeBack(player: ModelPlayer, gift: Gift, more = 0): void {
  const own = player.lots.filter((lot) => lot.gift === gift);
  gift.takenPieces = own.reduce((sum, { left }) => sum + left, 0);
  player.lots = player.lots.filter((lot) => lot.gift !== gift);
  gift.taken = gift.coins + gift.opened * gift.pieceWorth + more;
  player.coins -= gift.taken;
}

/** Gives again what was taken back, as it was then. Those pieces are the newest in stock. */
export function giveAgain(player: ModelPlayer, gift: Gift): void {
  player.coins += gift.taken ?? 0;
  if (gift.takenPieces > 0) player.lots.push({ caseId: gift.caseId, left: gift.takenPieces, gift });
  delete gift.taken;
}

export const stockOf = ({ lots }: ModelPlayer, caseId: number): number =>
  lots.reduce((sum, lot) => sum + (lot.caseId === caseId ? lot.left : 0), 0);

/** Opens pieces of a case, the oldest first. */
export function openPieces(player: ModelPlayer, caseId: number, count: number): void {
  for (let rest = count; rest > 0; rest--) {
    const lot = player.lots.find((each) => each.caseId === caseId && each.left > 0);
    if (!lot) throw new Error('the model has no such piece');
    lot.left--;
    lot.gift.opened++;
  }
}

/** Cents of a payment that went back to the payer. */
export function backCents({ cents, refunds, disputes }: ModelOrder): number {
  const refunded = [...refunds.values()].reduce((sum, each) => sum + each, 0);
  return disputes.size > 0 ? cents : Math.min(cents, refunded);
}

/** Cents of a good payment that did not go back; 0 of every other one. */
export const keptCents = (order: ModelOrder): number => (order.isGood ? order.cents - backCents(order) : 0);

/** Stores a payment event of an order. */
export function noteEvent(order: ModelOrder, kind: PaymentEventKind, cause: string, cents: number): void {
  if (kind === 'paid') order.paidCents.push(cents);
  if (kind === 'refunded') order.refunds.set(cause, cents);
  if (kind === 'refundFailed') order.refunds.delete(cause);
  if (kind === 'chargedBack') order.disputes.add(cause);
  if (kind === 'disputeWon') order.disputes.delete(cause);
}

/**
 * Brings an order's goods to where its payment says they are: given once the exact sum came, unless others used
 * up the discount code; taken back once all of the money is returned.
 */
export function followPayment(order: ModelOrder, all: readonly ModelPlayer[], nowMs: number): void {
  const { owner, gift } = order;
  const isPaid = order.paidCents.includes(order.cents);
  const uses = all
    .flatMap(({ orders }) => orders)
    .filter((other) => other !== order && other.hasDiscount && other.paidCents.length > 0).length;
  const mayHave = order.isGiven || !order.hasDiscount || uses < DISCOUNT_USES;
  if (!isPaid || !mayHave) return;
  if (!order.isGiven) {
    give(owner, gift);
    order.goodAtMs = nowMs;
    order.isGiven = true;
    order.isGood = true;
  }
  const isBack = backCents(order) === order.cents;
  if (order.isGood && isBack) takeBack(owner, gift);
  if (!order.isGood && !isBack) giveAgain(owner, gift);
  order.isGood = !isBack;
}
