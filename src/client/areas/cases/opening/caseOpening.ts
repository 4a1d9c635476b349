import type { QueryClient } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { casesCalls } from '#/contract/calls/cases.ts';
import type { CaseItem, Coupon, DrawnCoupon, OpenMultipleReply, UserCaseDetails } from '#/contract/cases.ts';
import { HTTP_TIMEOUT_MS } from '#/contract/kernel/limits.ts';
import { clientSeedGiven } from '#/client/areas/cases/epoch/clientSeed.ts';
import { largestCount, reelRows } from '#/client/areas/cases/state/openCounts.ts';
import { useOpeningPace } from '#/client/areas/cases/state/openingPace.ts';
import { commonestAt, landingOrder } from '#/client/areas/cases/state/prizeGroups.ts';
import { publishOpening, revealPrizes } from '#/client/areas/cases/state/queries.ts';
import { call } from '#/client/platform/api/api.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { randomKey } from '#/client/platform/api/retryKey.ts';
import { play, scheduleTicks, unlockSound } from '#/client/platform/media/sound.ts';
import type { SpinPhase } from '#/client/stage/index.ts';
import {
  failureOf,
  INITIAL_STATE,
  isRunning,
  isUnknownOutcome,
  prizeOnRoulette,
  rowPrizes,
  type OpeningEvents,
  type OpeningOutcome,
  type OpeningState,
} from './openingState.ts';
import { playCutSting, playRowSting, playSting } from './playSting.ts';

/*
 * One opening, from the click to the prize that the player has seen. `CaseOpener` draws each step.
 *
 * 1. click    The roulette starts at once (R1), before the server is asked.
 * 2. ask      The server draws. A retry sends the same key, so the case is opened at most once.
 * 3. answer   The roulette learns where to stop. Stock and coupons wait, because they would give the prize away.
 * 4. skip     The player may cut the spin short. The prize stays the same (R3).
 * 5. land     The strip stands on the prize. The page is lit in its colour, and its sound begins. Of up to ten reels each
 *             sounds when it lands, the rarest last.
 * 6. publish  Stock, coupons and counts are updated. The result opens, or the reason why there is none (R4).
 * 7. reveal   The server learns that the player has seen the prize. After this it may appear in the drop feed.
 *
 * Leaving the page publishes at once. A reload forgets the opening, but the server has stored its prizes: this page and
 * the inventory show those that were not revealed (`UnrevealedPrizes.tsx`, R7).
 */

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

/** The outside dependencies of an opening: server, page, clock and randomness. */
interface OpeningDeps {
  /** Sends a request once. @throws ApiError */
  send: (request: OpeningRequest, idempotencyKey: string) => Promise<OpeningReply>;
  /** Called once for each opening. Returns the remaining pieces of the case, if known. */
  publish: (outcome: OpeningOutcome) => number | undefined;
  reveal: (prizes: readonly Coupon[]) => void;
  newKey?: () => string;
  random?: () => number;
  nowMs?: () => number;
  wait?: (ms: number) => Promise<void>;
}

const RETRY_AFTER_MS = [800, 2500];

export type CaseOpening = OpeningState & OpeningEvents;

/** Creates the store of a case page. Its functions are the steps above. */
export function createCaseOpening({
  send,
  publish: updateStock,
  reveal: tellServer,
  newKey = randomKey,
  random = Math.random,
  nowMs = () => performance.now(),
  wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}: OpeningDeps): StoreApi<CaseOpening> {
  return createStore<CaseOpening>((set, get) => {
    /**
     * The request that got no answer. The server may have carried it out, so the next click sends it again with the
     * same key.
     */
    let unanswered: Attempt | null = null;
    let isPublished = true;
    let isOnPage = true;
    let stopTicks = () => {};
    let stopSting = () => false;

    // 1. click
    async function click({ case: { id, items }, oddsHash }: UserCaseDetails, count = 1) {
      if (isRunning(get())) return;
      unlockSound();
      play('open');
      play('spin');
      stopSting();
      unanswered ??= { key: newKey(), request: { case_id: id, count, odds_hash: oddsHash } };
      isPublished = false;
      const { isQuick } = useOpeningPace.getState();
      const spinId = (get().spin?.id ?? 0) + 1;
      const rows = get().isRouletteLost ? 1 : reelRows(unanswered.request.count);
      set({
        phase: 'waiting',
        spin: { id: spinId, oddsHash, isQuick, rows },
        outcome: null,
        isSeen: false,
        landedOn: null,
      });
      answer(await ask(unanswered, items));
    }

    // 2. ask
    async function ask(attempt: Attempt, items: readonly CaseItem[]): Promise<OpeningOutcome> {
      const { count } = attempt.request;
      const rows = reelRows(count);
      const anyItemId = () => items[Math.floor(random() * items.length)]?.id ?? 0;
      // a repeated answer may name an item that is no longer in the table
      const inTable = (itemId: number | undefined) =>
        items.some(({ id }) => id === itemId) ? (itemId ?? 0) : anyItemId();
      try {
        const { caseItemIds, coupons } = await sendWithRetries(attempt);
        const [first, ...others] = coupons;
        if (!first) throw new RangeError('an opening without a coupon');
        const order = rows > 1 ? landingOrder(coupons) : [];
        return {
          landOnId: inTable(caseItemIds[commonestAt(coupons)]),
          landOnIds: order.map((at) => inTable(caseItemIds[at])),
          count,
          prizes: [first, ...others],
        };
      } catch (error) {
        console.warn(`case ${attempt.request.case_id} was not opened`, error);
        return {
          landOnId: anyItemId(),
          landOnIds: Array.from({ length: rows > 1 ? rows : 0 }, anyItemId),
          count,
          failure: failureOf(error),
          reason: errorTextOf(error),
        };
      }
    }

    /** Repeats a request that got no answer or a server error, with the same key, within the time limit. */
    async function sendWithRetries({ request, key }: Attempt): Promise<OpeningReply> {
      const startedMs = nowMs();
      for (let retries = 0; ; retries += 1) {
        try {
          return await send(request, key);
        } catch (error) {
          const pauseMs = RETRY_AFTER_MS[retries];
          const isInTime = pauseMs !== undefined && nowMs() - startedMs + pauseMs < HTTP_TIMEOUT_MS;
          if (!isInTime || !isUnknownOutcome(failureOf(error))) throw error;
          await wait(pauseMs);
        }
      }
    }

    // 3. answer
    function answer(outcome: OpeningOutcome) {
      if (!isUnknownOutcome(outcome.failure)) unanswered = null;
      set({ phase: 'answered', outcome, unansweredCount: unanswered && outcome.count });
      if (!isOnPage) publishOnce();
      else if (get().isRouletteLost) showWithoutRoulette();
    }

    // 4. skip
    function skip() {
      const { landedOn, isSkipped } = get();
      if (!isRunning(get()) || isSkipped) return;
      set({ isSkipped: true });
      // the light of a prize that has landed is cut short, so its sound comes sooner
      if (landedOn && stopSting()) stopSting = playCutSting(landedOn);
    }

    function enterPhase(phase: SpinPhase) {
      if (phase === 'final') {
        play('land');
        land();
      }
      // the prize has shone on the roulette for `finalMs`
      if (phase === 'finished') publish();
    }

    // 5. land
    function landRow(row: number) {
      const { outcome, isSkipped } = get();
      const color = outcome?.prizes && rowPrizes(outcome.prizes)[row]?.color;
      // the last one sounds with the light of the page
      if (color && row < (outcome?.count ?? 0) - 1) playRowSting(color, isSkipped);
    }

    function land() {
      const { outcome, spin, isSkipped } = get();
      const prize = prizeOnRoulette(get());
      set({ landedOn: prize?.color ?? null });
      // prizes without a reel of their own sound when their cards turn over
      if (prize && outcome?.count === spin?.rows) {
        stopSting = playSting(prize.color, { isQuick: spin?.isQuick ?? false, isSkipped });
      }
    }

    // 6. publish
    function publish() {
      const { phase, outcome } = get();
      if (phase !== 'answered' || !outcome) return;
      publishOnce();
      set({ phase: 'published', isSkipped: false });
      if (outcome.failure) play('error');
    }

    function publishOnce() {
      const { outcome } = get();
      if (isPublished || !outcome) return;
      isPublished = true;
      const left = updateStock(outcome);
      if (!outcome.prizes || outcome.count === 1) return;
      const chosenCount = largestCount(left ?? 0);
      const isRaised = chosenCount !== null && chosenCount > outcome.count;
      set({ chosenCount, raisedFrom: isRaised ? outcome.count : null });
    }

    /** Shows the result at once, because there is no roulette (R7). */
    function showWithoutRoulette() {
      if (get().phase !== 'answered') return;
      land();
      publish();
    }

    function leave() {
      isOnPage = false;
      stopTicks();
      stopSting();
      publishOnce();
    }

    return {
      ...INITIAL_STATE,
      chooseCount: (chosenCount) => set({ chosenCount, raisedFrom: null }),
      click,
      skip,
      playTicks(plan) {
        stopTicks();
        stopTicks = scheduleTicks(plan);
      },
      landRow,
      enterPhase,
      loseRoulette() {
        set(({ spin }) => ({ isRouletteLost: true, spin: spin && { ...spin, rows: 1 } }));
        showWithoutRoulette();
      },
      // 7. reveal: the cards of all prizes lie face up
      reveal(prizes) {
        set({ isSeen: true });
        tellServer(prizes);
      },
      dismiss() {
        if (get().phase === 'published') set({ phase: 'idle' });
      },
      enter() {
        isOnPage = true;
        return leave;
      },
    };
  });
}

/** The opening of a case in the browser: it calls the server and updates every page. */
export const openingDeps = (client: QueryClient, caseId: number): OpeningDeps => ({
  async send(request, key) {
    await clientSeedGiven(client);
    return sendOpening(request, key);
  },
  publish: ({ prizes }) => publishOpening(client, caseId, prizes),
  reveal: (prizes) => void revealPrizes(client, prizes),
});

/** Asks the server to open one piece of a case or several; the answer has the same shape. @throws ApiError */
async function sendOpening({ count, ...one }: OpeningRequest, idempotencyKey: string): Promise<OpeningReply> {
  const options = { idempotencyKey };
  if (count > 1) return withDraws(await call(casesCalls.openMultiple, { body: { ...one, count } }, options));
  const { caseItemId, coupons, fair } = await call(casesCalls.openCase, { body: one }, options);
  return withDraws({ caseItemIds: [caseItemId], coupons, fair: [fair] });
}

/** Combines each coupon with its draw; both lists have the same order. */
function withDraws({ caseItemIds, coupons, fair }: OpenMultipleReply): OpeningReply {
  const drawn = coupons.flatMap((coupon, at) => {
    const draw = fair[at];
    return draw ? [{ ...coupon, draw: { epochId: draw.epochId, nonce: draw.nonce } }] : [];
  });
  return { caseItemIds, coupons: drawn };
}
