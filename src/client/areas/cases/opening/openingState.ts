import type { Coupon, DrawnCoupon, Rarity, UserCaseDetails } from '#/contract/cases.ts';
import { countInForce } from '#/client/areas/cases/state/openCounts.ts';
import { rarestAt } from '#/client/areas/cases/state/prizeGroups.ts';
import type { TickPlan } from '#/client/platform/media/tickPlan.ts';
import type { SpinPhase } from '#/client/stage/index.ts';

/**
 * Reason why an opening gave no prize. `unanswered`: the server may have opened the case. In all other cases nothing
 * was taken.
 */
export type OpeningFailure =
  | 'outOfStock'
  | 'oddsChanged'
  | 'inDebt'
  | 'blocked'
  | 'tooOften'
  | 'refused'
  | 'unanswered';

/** Where the roulette stops: prizes in the order of their draws, or the failure with its sentence (R4). */
export type OpeningOutcome = { landOnId: number; count: number } & (
  | { prizes: readonly [DrawnCoupon, ...DrawnCoupon[]]; failure?: never; reason?: never }
  | { prizes?: never; failure: OpeningFailure; reason: string }
);

/** State of an opening on the page of its case. */
export interface OpeningState {
  /** Step of the opening. The motion of the roulette is the stage's `data-phase`. */
  phase: 'idle' | 'waiting' | 'answered' | 'published';
  /** The spin on the stage. A new id starts a new spin. It belongs to one odds table. */
  spin: { id: number; oddsHash: string; isQuick: boolean } | null;
  outcome: OpeningOutcome | null;
  isSkipped: boolean;
  /** Rarity on which the roulette has stopped; null before that, and after a failure. */
  landedOn: Rarity | null;
  /** Whether the roulette cannot be shown, so that results come without it (R7). */
  isRouletteLost: boolean;
  /** Number of pieces that the player has chosen to open at once; null for one (C6). */
  chosenCount: number | null;
  /** Number of pieces of the opening that got no answer; the next click repeats it. */
  unansweredCount: number | null;
}

export const INITIAL_STATE: OpeningState = {
  phase: 'idle',
  spin: null,
  outcome: null,
  isSkipped: false,
  landedOn: null,
  isRouletteLost: false,
  chosenCount: null,
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
  /** The roulette enters the next phase of its motion. */
  enterPhase: (phase: SpinPhase) => void;
  /** The roulette could not be loaded or has failed. */
  loseRoulette: () => void;
  /** The player has seen these prizes. A single prize is revealed when it is published. */
  reveal: (prizes: readonly Coupon[]) => void;
  /** The player closes the result. */
  dismiss: () => void;
  /** Called when the page is mounted. Returns the clean-up, which updates stock and coupons at once. */
  enter: () => () => void;
}

/** Whether an opening is between its click and its result. */
export const isRunning = ({ phase }: OpeningState): boolean => phase === 'waiting' || phase === 'answered';

/** The prize that the roulette shows: the rarest of several. */
export const prizeOnRoulette = ({ outcome }: OpeningState): DrawnCoupon | undefined =>
  outcome?.prizes?.[rarestAt(outcome.prizes)];

/** Number of pieces that the next click opens; null for one. A request without an answer keeps its count. */
export function countToOpen(state: OpeningState, stock: number): number | null {
  const { chosenCount, unansweredCount } = state;
  const count = unansweredCount ?? (isRunning(state) ? chosenCount : countInForce(chosenCount, stock));
  return count === 1 ? null : count;
}
