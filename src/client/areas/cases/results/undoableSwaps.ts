import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { casesCalls } from '#/contract/calls/cases.ts';
import type { Coupon } from '#/contract/cases.ts';
import { UNDO_EXCHANGE_MS } from '#/contract/kernel/limits.ts';
import { call } from '#/client/platform/api/api.ts';
import { createSendOnce } from '#/client/platform/api/retryKey.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';

/** An exchange that can still be undone. Times are those of `performance.now()`. */
export interface UndoableSwap {
  coupons: readonly Coupon[];
  /** Until then a press is the second half of a double click on "exchange". */
  fromMs: number;
  /** The server decides; this is never later. */
  untilMs: number;
  sendOnce: ReturnType<typeof createSendOnce>;
}

/** The exchanges of this page that can still be undone (C5). */
export const useUndoableSwaps = create<{ swaps: readonly UndoableSwap[] }>()(() => ({ swaps: [] }));

/** @param sentMs time at which the exchange was sent: the server's `UNDO_EXCHANGE_MS` begin later */
export function addUndoable(coupons: readonly Coupon[], sentMs: number): void {
  const added: UndoableSwap = {
    coupons,
    fromMs: performance.now() + tuning.dom.secondLookMs,
    untilMs: sentMs + UNDO_EXCHANGE_MS,
    sendOnce: createSendOnce(),
  };
  useUndoableSwaps.setState(({ swaps }) => ({ swaps: [...swaps, added] }));
}

export const forgetUndoable = (swap: UndoableSwap): void =>
  useUndoableSwaps.setState(({ swaps }) => ({ swaps: swaps.filter((other) => other !== swap) }));

/** Asks the server to undo an exchange. A repeat after a lost answer has the same key. @throws ApiError */
export function sendUndo({ coupons, sendOnce }: UndoableSwap): Promise<unknown> {
  const ids = coupons.map(({ id }) => id);
  return sendOnce({ ids }, (idempotencyKey) =>
    call(casesCalls.undoExchange, { body: { ids } }, { idempotencyKey }),
  );
}

/** Removes the record of an exchange, so that its coupons do not count as exchanged any more. */
export function forgetSwap(
  client: QueryClient,
  mutationKey: readonly string[],
  ids: ReadonlySet<number>,
): void {
  const cache = client.getMutationCache();
  for (const mutation of cache.findAll({ mutationKey, status: 'success' })) {
    const coupons = mutation.state.variables as readonly Coupon[];
    if (coupons.every(({ id }) => ids.has(id))) cache.remove(mutation);
  }
}
