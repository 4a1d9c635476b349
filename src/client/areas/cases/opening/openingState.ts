import type { Coupon, DrawnCoupon, Rarity, UserCaseDetails } from '#/contract/cases.ts';
import { countInForce, reelRows } from '#/client/areas/cases/state/openCounts.ts';
import { commonestAt, landingOrder } from '#/client/areas/cases/state/prizeGroups.ts';
import type { TickPlan } from '#/client/platform/media/tickPlan.ts';
import type { SpinPhase } from '#/client/stage/index.ts';

/**
 * Reason why an opening gave no prize. `unanswered` (no connection) and `serverError`: the server may have opened the
 * case. In all other cases nothing was taken.
 */
export type OpeningFailure =
  | 'outOfStock'
  | 'oddsChanged'
  | 'inDebt'
  | 'blocked'
  | 'tooOften'
  | 'refused'
  | 'unanswered'
  | 'serverError';

/** Whether the server may have opened the case, so that the same request must be repeated (R4). */
export const isUnknownOutcome = (failure: OpeningFailure | undefined): boolean =>
  failure === 'unanswered' || failure === 'serverError';

/** Why a call failed. */
export function failureOf(error: unknown): OpeningFailure {
  const { code, status = 0 } = error as { code?: string; status?: number };
  if (code === 'caseOutOfStock') return 'outOfStock';
  if (code === 'oddsChanged' || code === 'inDebt') return code;
  if (code === 'accountBlocked') return 'blocked';
  if (status === 429) return 'tooOften';
  if (status >= 500) return 'serverError';
  return status >= 400 ? 'refused' : 'unanswered';
}

/** Where the roulette stops: prizes in the order of their draws, or the failure with its sentence (R4). */
export type OpeningOutcome = {
  landOnId: number;
  /** Items on which several reels stop, in the order in which they land. */
  landOnIds: readonly number[];
  count: number;
} & (
  | { prizes: readonly [DrawnCoupon, ...DrawnCoupon[]]; failure?: never; reason?: never }
  | { prizes?: never; failure: OpeningFailure; reason: string }
);

/** State of an opening on the page of its case. */
export interface OpeningState {
  /** Step of the opening. The motion of the roulette is the stage's `data-phase`. */
  phase: 'idle' | 'waiting' | 'answered' | 'published';
  /** The spin on the stage. A new id starts a new spin. It belongs to one odds table. */
  spin: { id: number; oddsHash: string; isQuick: boolean; rows: number } | null;
  outcome: OpeningOutcome | null;
  /** Whether the player has seen the prizes of the outcome. It stays false if the dialog of the prizes did not load. */
  isSeen: boolean;
  isSkipped: boolean;
  /** Rarity on which the roulette has stopped; null before that, and after a failure. */
  landedOn: Rarity | null;
  /** Whether the roulette cannot be shown, so that results come without it (R7). */
  isRouletteLost: boolean;
  /** Number of pieces that the player has chosen to open at once; null for one (C6). */
  chosenCount: number | null;
  /**
   * Number of pieces of the last opening, if the count was raised above it afterwards (C6). The player has not chosen
   * the higher count, so the page asks before it opens so many; null otherwise.
   */
  raisedFrom: number | null;
  /** Number of pieces of the opening that got no answer; the next click repeats it. */
  unansweredCount: number | null;
}

export const INITIAL_STATE: OpeningState = {
  phase: 'idle',
  spin: null,
  outcome: null,
  isSeen: false,
  isSkipped: false,
  landedOn: null,
  isRouletteLost: false,
  chosenCount: null,
  raisedFrom: null,
  unansweredCount: null,
};

/** Events of an opening, called by the player, the roulette or the page. */
export interface OpeningEvents {
  chooseCount: (count: number | null) => void;
  /**
   * Starts an opening, unless one is running.
   * @param count one of OPEN_COUNTS, or 1
   */
  click: (details: UserCaseDetails, count?: number) => Promise<void>;
  skip: () => void;
  /** The roulette begins a spin with these ticks. */
  playTicks: (plan: TickPlan) => void;
  /** One of several reels has landed. */
  landRow: (row: number) => void;
  /** The roulette enters the next phase of its motion. Of several reels it is the last one. */
  enterPhase: (phase: SpinPhase) => void;
  /** The roulette could not be loaded or has failed. */
  loseRoulette: () => void;
  /** The player has seen these prizes in the dialog. */
  reveal: (prizes: readonly Coupon[]) => void;
  /** The player closes the result. */
  dismiss: () => void;
  /** Called when the page is mounted. Returns the clean-up, which updates stock and coupons at once. */
  enter: () => () => void;
}

/**
 * Prizes that the page of the case shows or has shown, so that its notice of waiting prizes leaves them out (R7). If
 * their dialog did not load, the notice offers them.
 */
export const prizesShown = ({ phase, outcome, isSeen }: OpeningState): readonly DrawnCoupon[] | undefined =>
  phase === 'idle' && !isSeen ? undefined : outcome?.prizes;

/** Whether an opening is between its click and its result. */
export const isRunning = ({ phase }: OpeningState): boolean => phase === 'waiting' || phase === 'answered';

/**
 * The prize on which the roulette comes to rest. Several reels end with the rarest; one reel for many prizes shows the
 * most common one, because the cards turn over from the common to the rare and it must not give the rare ones away
 * (R5).
 */
export function prizeOnRoulette({ outcome, spin }: OpeningState): DrawnCoupon | undefined {
  const prizes = outcome?.prizes;
  if (!prizes) return undefined;
  return spin && spin.rows > 1 ? rowPrizes(prizes).at(-1) : prizes[commonestAt(prizes)];
}

/** The prizes of several reels in the order in which they land. */
export const rowPrizes = (prizes: readonly DrawnCoupon[]): DrawnCoupon[] =>
  landingOrder(prizes).flatMap((at) => prizes[at] ?? []);

/**
 * Number of reels on the page. An opening keeps its own until its result is closed, although the next count may differ.
 */
export function rowsShown(state: OpeningState, count: number | null): number {
  const { phase, spin, outcome } = state;
  const isResultOpen = phase === 'published' && outcome?.prizes !== undefined;
  return spin && (isRunning(state) || isResultOpen) ? spin.rows : reelRows(count);
}

/**
 * The count that the player chose last, if the next click would open more than that; the page asks first. Null if it
 * opens what the player has chosen.
 */
export function countToAskAbout(state: OpeningState, count: number | null): number | null {
  const { raisedFrom, unansweredCount } = state;
  return unansweredCount === null && raisedFrom !== null && (count ?? 1) > raisedFrom ? raisedFrom : null;
}

/** Number of pieces that the next click opens; null for one. A request without an answer keeps its count. */
export function countToOpen(state: OpeningState, stock: number): number | null {
  const { chosenCount, unansweredCount } = state;
  const count = unansweredCount ?? (isRunning(state) ? chosenCount : countInForce(chosenCount, stock));
  return count === 1 ? null : count;
}
