import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Coupon } from '#/contract/cases.ts';
import { UNDO_EXCHANGE_MS } from '#/contract/kernel/limits.ts';
import { worthOf } from '#/client/areas/cases/state/prizeGroups.ts';
import { changeCounts, forgetLeftCoupons, markCoupons } from '#/client/areas/cases/state/queries.ts';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { isRefusal } from '#/client/platform/api/retryKey.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { play } from '#/client/platform/media/sound.ts';
import { notify } from '#/client/ui/feedback/notify.ts';
import {
  forgetSwap,
  forgetUndoable,
  sendUndo,
  type UndoableSwap,
  useUndoableSwaps,
} from './undoableSwaps.ts';
import { SWAP_KEY } from './useCouponSwap.ts';

export interface Undo {
  /** Whole seconds that remain. */
  seconds: number;
  isPending: boolean;
  undo: () => void;
}

/**
 * Undoes the exchange in which any of these coupons was exchanged, as a whole, within `UNDO_EXCHANGE_MS` (C5).
 * @returns null if there is nothing to undo
 */
export function useUndo(coupons: readonly Coupon[]): Undo | null {
  const { t } = useTranslation('cases');
  const client = useQueryClient();
  const swap = useUndoableSwaps(({ swaps }) =>
    swaps.findLast((one) => one.coupons.some(({ id }) => coupons.some((coupon) => coupon.id === id))),
  );
  const seconds = useSecondsLeft(swap);
  const { mutate, isPending } = useMutation({
    mutationFn: sendUndo,
    onSuccess: (_reply, { coupons: returned }) => {
      forgetSwap(client, SWAP_KEY, new Set(returned.map(({ id }) => id)));
      markCoupons(client, returned, 'owned');
      changeCounts(client, { coins: -worthOf(returned), coupons: returned.length });
      play('toggle');
      notify({ type: 'success', title: t('coupons.undone') });
    },
    onError: (error) => {
      play('error');
      notify({
        type: 'error',
        title: t('coupons.notUndone'),
        description: isRefusal(error) ? errorTextOf(error) : t('coupons.undoUnanswered'),
      });
    },
    onSettled: (_reply, error, undone) => {
      // a lost answer may be asked for again, under the same key
      if (!error || isRefusal(error)) forgetUndoable(undone);
      forgetLeftCoupons(client);
      void client.invalidateQueries({ queryKey: playerQuery.queryKey });
    },
  });
  if (!swap) return null;
  return {
    seconds,
    isPending,
    undo: () => {
      if (!isPending && performance.now() >= swap.fromMs) mutate(swap);
    },
  };
}

/** How often the remaining time is looked at, ms: a second must not be seen to last longer than the others. */
const LOOK_MS = 200;

const secondsLeft = (swap: UndoableSwap) => Math.max(1, Math.ceil((swap.untilMs - performance.now()) / 1000));

/** Counts down to the end of an exchange that can be undone, and forgets it then. */
function useSecondsLeft(swap: UndoableSwap | undefined): number {
  const [seconds, setSeconds] = useState(UNDO_EXCHANGE_MS / 1000);
  useEffect(() => {
    if (!swap) return undefined;
    const look = () => {
      if (performance.now() >= swap.untilMs) forgetUndoable(swap);
      else setSeconds(secondsLeft(swap));
    };
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [swap]);
  return seconds;
}
