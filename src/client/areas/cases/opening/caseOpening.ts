import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Coupon, DrawnCoupon, OpenMultipleReply, UserCaseDetails } from '#/contract/cases.ts';
import { HTTP_TIMEOUT_MS } from '#/contract/limits.ts';
import { randomKey } from '#/client/platform/api/randomKey.ts';
import { rarestAt } from '#/client/areas/cases/state/prizeGroups.ts';

/**
 * Why an opening gave nothing. `unanswered`: the server may have opened or not. The next click repeats the request with
 * the same key, so it opens at most once. In all other cases nothing was taken.
 */
export type OpeningFailure = 'outOfStock' | 'oddsChanged' | 'inDebt' | 'tooOften' | 'refused' | 'unanswered';

/** Where the roulette stops: prizes in the order of their draws, or the reason why there are none (R4). */
export type OpeningOutcome = { landOnId: number; count: number } & (
  | { prizes: readonly [DrawnCoupon, ...DrawnCoupon[]]; failure?: never }
  | { prizes?: never; failure: OpeningFailure }
);

/** A request: `count` pieces of a case, all or none. */
export interface OpeningRequest {
  case_id: number;
  count: number;
  odds_hash: string;
}

/** The request as it is sent; a retry is identical. */
interface Attempt {
  key: string;
  request: OpeningRequest;
}

export type OpeningReply = Pick<OpenMultipleReply, 'caseItemIds'> & { coupons: DrawnCoupon[] };

export interface CaseOpening {
  /** State of an opening. The motion of the roulette is the stage's `data-phase`. */
  phase: 'idle' | 'waiting' | 'answered' | 'shown';
  /** The spin that the stage shows. A new id starts a new spin. It belongs to one odds table. */
  spin: { id: number; oddsHash: string } | null;
  outcome: OpeningOutcome | null;
  /** Pieces of the opening that got no answer; the next click repeats it. */
  unansweredCount: number | null;
  /**
   * Starts an opening (R1): the roulette spins at once, and the server is asked. Does nothing while an opening runs.
   * @param count one of OPEN_COUNTS, or 1
   */
  open: (details: UserCaseDetails, count?: number) => Promise<void>;
  /** Called when the roulette has stopped: updates the stock and shows the result. */
  stopped: () => void;
  /** The player has seen the result. */
  dismiss: () => void;
  /** Called when the page is mounted. Returns the clean-up, which updates stock and coupons at once. */
  enter: () => () => void;
}

interface OpeningDeps {
  send: (request: OpeningRequest, idempotencyKey: string) => Promise<OpeningReply>;
  /** Updates stock, coupons and counts; called once for each opening. */
  publish: (outcome: OpeningOutcome) => void;
  /** The roulette stopped visibly. */
  shown: (prizes: readonly Coupon[]) => void;
  newKey?: () => string;
  random?: () => number;
  nowMs?: () => number;
  wait?: (ms: number) => Promise<void>;
}

const RETRY_AFTER_MS = [800, 2500];

/**
 * Creates the state machine of the open button: idle, waiting, answered, shown. Stock and coupons are updated only
 * after the roulette stops.
 */
export function createCaseOpening({
  send,
  publish,
  shown,
  newKey = randomKey,
  random = Math.random,
  nowMs = () => performance.now(),
  wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}: OpeningDeps): StoreApi<CaseOpening> {
  /**
   * The request that got no answer. The server may have carried it out, so the next click sends it again with the same
   * key.
   */
  let unanswered: Attempt | null = null;
  let published = true;
  let present = true;

  /** Repeats a request that got no answer or a server error, with the same key, within the time limit. */
  async function sendPatiently({ request, key }: Attempt): Promise<OpeningReply> {
    const startedMs = nowMs();
    for (let tries = 0; ; tries += 1) {
      try {
        return await send(request, key);
      } catch (error) {
        const pauseMs = RETRY_AFTER_MS[tries];
        const inTime = pauseMs !== undefined && nowMs() - startedMs + pauseMs < HTTP_TIMEOUT_MS;
        if (!inTime || failureOf(error) !== 'unanswered') throw error;
        await wait(pauseMs);
      }
    }
  }

  return createStore<CaseOpening>((set, get) => {
    const publishOnce = () => {
      const { outcome } = get();
      if (published || !outcome) return;
      published = true;
      publish(outcome);
    };

    return {
      phase: 'idle',
      spin: null,
      outcome: null,
      unansweredCount: null,

      async open({ case: { id, items }, oddsHash }, wished = 1) {
        const { phase, spin } = get();
        if (phase === 'waiting' || phase === 'answered') return;
        const request = { case_id: id, count: wished, odds_hash: oddsHash };
        const attempt = unanswered ?? { key: newKey(), request };
        unanswered = attempt;
        published = false;
        set({
          phase: 'waiting',
          spin: { id: (spin?.id ?? 0) + 1, oddsHash },
          outcome: null,
        });

        const { count } = attempt.request;
        const anyItemId = () => items[Math.floor(random() * items.length)]?.id ?? 0;
        let outcome: OpeningOutcome;
        try {
          const { caseItemIds, coupons } = await sendPatiently(attempt);
          const [first, ...others] = coupons;
          if (!first) throw new RangeError('an opening without a coupon');
          unanswered = null;
          // the roulette shows the best prize; a repeated answer may name an item that is no longer in the table
          const rarest = items.find((item) => item.id === caseItemIds[rarestAt(coupons)]);
          outcome = { landOnId: rarest?.id ?? anyItemId(), count, prizes: [first, ...others] };
        } catch (error) {
          console.warn(`case ${id} was not opened`, error);
          const failure = failureOf(error);
          if (failure !== 'unanswered') unanswered = null;
          outcome = { landOnId: anyItemId(), count, failure };
        }
        set({ phase: 'answered', outcome, unansweredCount: unanswered && count });
        if (!present) publishOnce();
      },

      stopped() {
        if (get().phase !== 'answered') return;
        const { outcome } = get();
        publishOnce();
        set({ phase: 'shown' });
        if (outcome?.prizes) shown(outcome.prizes);
      },

      dismiss() {
        if (get().phase === 'shown') set({ phase: 'idle' });
      },

      enter() {
        present = true;
        return () => {
          present = false;
          publishOnce();
        };
      },
    };
  });
}

function failureOf(error: unknown): OpeningFailure {
  const { code, status = 0 } = error as { code?: string; status?: number };
  if (code === 'caseOutOfStock') return 'outOfStock';
  if (code === 'oddsChanged' || code === 'inDebt') return code;
  if (status === 429) return 'tooOften';
  return status >= 400 && status < 500 ? 'refused' : 'unanswered';
}
