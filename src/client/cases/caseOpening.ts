import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Coupon, OpenCaseReply, UserCaseDetails } from '#/contract/cases.ts';
import { HTTP_TIMEOUT_MS } from '#/contract/limits.ts';

/**
 * Why an opening gave nothing. `unanswered`: the server may have done it or not; the next click asks
 * again with the same key, so the case is opened at most once. In all other cases nothing was taken.
 */
export type OpeningFailure = 'outOfStock' | 'oddsChanged' | 'tooOften' | 'refused' | 'unanswered';

/** Where the wheel stops and what it means: a prize, or the reason why there is none (R4). */
export type OpeningOutcome = { landOnId: number } & (
  | { prize: Coupon; failure?: never }
  | { prize?: never; failure: OpeningFailure }
);

/** What is sent; a retry sends exactly the same. */
interface Attempt {
  key: string;
  body: { case_id: number; odds_hash: string };
}

export interface CaseOpening {
  /** The business side of an opening; how the wheel moves is the stage's `data-phase`. */
  phase: 'idle' | 'waiting' | 'answered' | 'shown';
  /** The spin that the stage shows; a new id starts at once. It belongs to one odds table. */
  spin: { id: number; seed: number; oddsHash: string } | null;
  outcome: OpeningOutcome | null;
  /** One click, one opening (R1): spins at once and asks the server. Does nothing while an opening runs. */
  open: (details: UserCaseDetails) => Promise<void>;
  /** The wheel stands still: what was held back is published and the result shown. */
  stopped: () => void;
  /** The player has seen the result. */
  dismiss: () => void;
  /** Called when the page appears; the returned function when it goes: nothing is held back any more. */
  enter: () => () => void;
}

interface OpeningDeps {
  send: (body: Attempt['body'], idempotencyKey: string) => Promise<OpenCaseReply>;
  /** Brings stock, coupons and counts up to date; called once for each opening. */
  publish: (outcome: OpeningOutcome) => void;
  /** The wheel stopped at this prize before the player's eyes. */
  shown: (prize: Coupon) => void;
  newKey?: () => string;
  random?: () => number;
  nowMs?: () => number;
  wait?: (ms: number) => Promise<void>;
}

const RETRY_AFTER_MS = [800, 2500];

/** Unlike crypto.randomUUID, also where the site is opened without https. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

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
  async function sendPatiently(attempt: Attempt): Promise<OpenCaseReply> {
    const startedMs = nowMs();
    for (let tries = 0; ; tries += 1) {
      try {
        return await send(attempt.body, attempt.key);
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

      async open({ case: { id, items }, oddsHash }) {
        const { phase, spin } = get();
        if (phase === 'waiting' || phase === 'answered') return;
        const attempt = unanswered ?? { key: newKey(), body: { case_id: id, odds_hash: oddsHash } };
        unanswered = attempt;
        published = false;
        set({
          phase: 'waiting',
          spin: { id: (spin?.id ?? 0) + 1, seed: Math.floor(random() * 2 ** 32), oddsHash },
          outcome: null,
        });

        const anyItemId = () => items[Math.floor(random() * items.length)]?.id ?? 0;
        let outcome: OpeningOutcome;
        try {
          const { caseItemId, coupons } = await sendPatiently(attempt);
          const prize = coupons[0];
          if (!prize) throw new RangeError('an opening without a coupon');
          unanswered = null;
          // the answer to an earlier click may know an item that the table no longer has
          const onTheReel = items.some((item) => item.id === caseItemId);
          outcome = { landOnId: onTheReel ? caseItemId : anyItemId(), prize };
        } catch (error) {
          console.warn(`case ${id} was not opened`, error);
          const failure = failureOf(error);
          if (failure !== 'unanswered') unanswered = null;
          outcome = { landOnId: anyItemId(), failure };
        }
        set({ phase: 'answered', outcome });
        if (!present) publishOnce();
      },

      stopped() {
        if (get().phase !== 'answered') return;
        const { outcome } = get();
        publishOnce();
        set({ phase: 'shown' });
        if (outcome?.prize) shown(outcome.prize);
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
  if (code === 'oddsChanged') return 'oddsChanged';
  if (status === 429) return 'tooOften';
  return status >= 400 && status < 500 ? 'refused' : 'unanswered';
}
