import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Coupon, DrawnCoupon, OpenMultipleReply, UserCaseDetails } from '#/contract/cases.ts';
import { HTTP_TIMEOUT_MS } from '#/contract/limits.ts';
import { randomKey } from '../randomKey.ts';
import { rarestAt } from './prizeGroups.ts';

/**
 * Why an opening gave nothing. `unanswered`: the server may have done it or not; the next click asks
 * again with the same key, so it takes place at most once. In all other cases nothing was taken.
 */
export type OpeningFailure = 'outOfStock' | 'oddsChanged' | 'inDebt' | 'tooOften' | 'refused' | 'unanswered';

/** Where the wheel stops and what it means: prizes in the order of their draws, or the reason why there are none (R4). */
export type OpeningOutcome = { landOnId: number; count: number } & (
  | { prizes: readonly [DrawnCoupon, ...DrawnCoupon[]]; failure?: never }
  | { prizes?: never; failure: OpeningFailure }
);

/** What is asked for: `count` pieces of a case, all of them or none. */
export interface OpeningRequest {
  case_id: number;
  count: number;
  odds_hash: string;
}

/** What is sent; a retry sends exactly the same. */
interface Attempt {
  key: string;
  request: OpeningRequest;
}

export type OpeningReply = Pick<OpenMultipleReply, 'caseItemIds'> & { coupons: DrawnCoupon[] };

export interface CaseOpening {
  /** The business side of an opening; how the wheel moves is the stage's `data-phase`. */
  phase: 'idle' | 'waiting' | 'answered' | 'shown';
  /** The spin that the stage shows; a new id starts at once. It belongs to one odds table. */
  spin: { id: number; oddsHash: string } | null;
  outcome: OpeningOutcome | null;
  /** Pieces of an opening that nobody answered: the next one asks for just these. */
  unansweredCount: number | null;
  /**
   * One click, one opening (R1): spins at once and asks the server. Does nothing while an opening runs.
   * @param count one of OPEN_COUNTS, or 1
   */
  open: (details: UserCaseDetails, count?: number) => Promise<void>;
  /** The wheel stands still: what was held back is published and the result shown. */
  stopped: () => void;
  /** The player has seen the result. */
  dismiss: () => void;
  /** Called when the page appears; the returned function when it goes: nothing is held back any more. */
  enter: () => () => void;
}

interface OpeningDeps {
  send: (request: OpeningRequest, idempotencyKey: string) => Promise<OpeningReply>;
  /** Brings stock, coupons and counts up to date; called once for each opening. */
  publish: (outcome: OpeningOutcome) => void;
  /** The wheel stopped before the player's eyes. */
  shown: (prizes: readonly Coupon[]) => void;
  newKey?: () => string;
  random?: () => number;
  nowMs?: () => number;
  wait?: (ms: number) => Promise<void>;
}

const RETRY_AFTER_MS = [800, 2500];

/** The machine behind the open button: idle, waiting, answered, shown. Stock and coupons are held back until the wheel stops. */
export function createCaseOpening({
  send,
  publish,
  shown,
  newKey = randomKey,
  random = Math.random,
  nowMs = () => performance.now(),
  wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}: OpeningDeps): StoreApi<CaseOpening> {
  /** Sent and never answered: only the server knows what became of it. */
  let unanswered: Attempt | null = null;
  let published = true;
  let present = true;

  /** Repeats a request that got no answer or a server's failure, with the same key, within the time limit. */
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
          // the wheel shows the best of them; an earlier click's answer may know an item the table no longer has
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
