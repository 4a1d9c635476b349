import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConvertReply, Coupon } from '#/contract/cases.ts';
import { casesCalls } from '#/contract/calls/cases.ts';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { createSendOnce, isRefusal, type SendOnce } from '#/client/platform/api/retryKey.ts';
import { play } from '#/client/platform/media/sound.ts';
import { notify } from '#/client/ui/feedback/notify.ts';
import { changeCounts, forgetLeftCoupons, markCoupons } from '#/client/areas/cases/state/queries.ts';
import { addUndoable } from './undoableSwaps.ts';
import { worthOf } from '#/client/areas/cases/state/prizeGroups.ts';

export const SWAP_KEY = ['swapCoupons'];

/** Idempotency keys of swaps without an answer, by their coupons, for the next attempt. */
const sends = new Map<string, SendOnce>();
/** Coupons whose swap is under way, from any button. */
const onTheirWay = new Set<number>();

function swapCoupons(ids: number[]): Promise<ConvertReply> {
  const name = ids.join();
  const sendOnce = sends.get(name) ?? createSendOnce();
  sends.set(name, sendOnce);
  return sendOnce({ ids }, (idempotencyKey) =>
    ids.length === 1
      ? call(casesCalls.convertCoupon, { params: { id: name } }, { idempotencyKey })
      : call(casesCalls.convertCoupons, { body: { ids } }, { idempotencyKey }),
  );
}

/**
 * Swaps coupons for coins, all or none (C5). The page shows it at once. If it fails, the page is restored, a notice
 * says so, and the button works again. If another tab has swapped them before, a notice says so and nothing is paid
 * twice.
 */
export function useCouponSwap() {
  const { t } = useTranslation('cases');
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: SWAP_KEY,
    mutationFn: (coupons: readonly Coupon[]) => swapCoupons(coupons.map(({ id }) => id)),
    onMutate: (coupons) => {
      markCoupons(client, coupons, 'converted');
      changeCounts(client, { coins: worthOf(coupons), coupons: -coupons.length });
      return { sentMs: performance.now() };
    },
    onSuccess: ({ paid }, coupons, { sentMs }) => {
      const expected = worthOf(coupons);
      if (paid === expected) {
        addUndoable(coupons, sentMs);
        return play('coins');
      }
      changeCounts(client, { coins: paid - expected });
      notify({ type: 'success', title: t('coupons.swappedBefore') });
    },
    onError: (error, coupons) => {
      const isSpent = error instanceof ApiError && error.code === 'couponSpent' && coupons.length === 1;
      markCoupons(client, coupons, isSpent ? 'delivered' : 'owned');
      changeCounts(client, { coins: -worthOf(coupons), coupons: coupons.length });
      play('error');
      notify({
        type: 'error',
        title: t('coupons.notSwapped'),
        description: isRefusal(error) ? errorTextOf(error) : t('coupons.swapUnanswered'),
      });
    },
    onSettled: (_reply, _error, coupons) => {
      for (const { id } of coupons) onTheirWay.delete(id);
      forgetLeftCoupons(client);
      // while other swaps are under way, the server's balance does not include them yet
      if (client.isMutating({ mutationKey: SWAP_KEY }) > 1) return;
      void client.invalidateQueries({ queryKey: playerQuery.queryKey });
    },
  });
  const swap = useCallback(
    (coupons: readonly Coupon[]) => {
      if (coupons.some(({ id }) => onTheirWay.has(id))) return;
      for (const { id } of coupons) onTheirWay.add(id);
      mutate(coupons);
    },
    [mutate],
  );
  return {
    /** Keeps its identity. Does nothing for a coupon whose swap is under way. */
    swap,
  };
}

/** Whether a coupon counts as swapped, by any button of the page. */
export function useIsSwapped(): (coupon: Coupon) => boolean {
  const swaps = useMutationState({
    filters: { mutationKey: SWAP_KEY },
    select: ({ state: { status, variables } }) =>
      status === 'pending' || status === 'success' ? (variables as readonly Coupon[]) : [],
  });
  const ids = new Set(swaps.flat().map(({ id }) => id));
  return ({ id }) => ids.has(id);
}
