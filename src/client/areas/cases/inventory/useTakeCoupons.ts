import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CouponPage } from '#/contract/cases.ts';
import { deliveryCalls } from '#/contract/calls/deliveries.ts';
import { call } from '#/client/platform/api/api.ts';
import { createSendOnce, isRefusal, type SendOnce } from '#/client/platform/api/retryKey.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import {
  changeCounts,
  forgetLeftCoupons,
  markCoupons,
  readCouponsAgain,
} from '#/client/areas/cases/state/queries.ts';
import { refreshDeliveries } from '#/client/domain/game/deliveryQueries.ts';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { notify } from '#/client/ui/feedback/notify.ts';

type ListedCoupon = CouponPage['coupons'][number];

/** Idempotency keys of requests without an answer, by coupons, for the next attempt. */
const sends = new Map<string, SendOnce>();
/** Coupons that are being taken, so that a second press sends nothing. */
const onTheirWay = new Set<string>();

const nameOf = (coupons: readonly ListedCoupon[]) => coupons.map(({ id }) => id).join();

function send(coupons: readonly ListedCoupon[]) {
  const ids = coupons.map(({ id }) => id);
  const name = nameOf(coupons);
  const sendOnce = sends.get(name) ?? createSendOnce();
  sends.set(name, sendOnce);
  return sendOnce({ ids }, (idempotencyKey) =>
    call(deliveryCalls.takeCoupons, { body: { ids } }, { idempotencyKey }),
  );
}

/** Delivers prizes to the game instead of converting them, all or none (D14). Premium begins at once. */
export function useTakeCoupons(coupons: readonly ListedCoupon[], onTaken: () => void) {
  const { t } = useTranslation('cases');
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (taken: readonly ListedCoupon[]) => send(taken),
    onSuccess: (_reply, taken) => {
      const waiting = taken.filter(({ gives }) => gives === 'game');
      const begun = taken.filter(({ gives }) => gives === 'premium');
      markCoupons(client, waiting, 'claimed');
      markCoupons(client, begun, 'delivered');
      changeCounts(client, { coupons: -taken.length });
      const { length: count } = waiting;
      if (count === 1) notify({ type: 'success', title: t('coupons.take.one.taken') });
      else if (count > 1) notify({ type: 'success', title: t('coupons.take.taken', { count }) });
      if (begun.length > 0) notify({ type: 'success', title: t('coupons.take.premiumOn') });
      onTaken();
    },
    onError: (failed, asked) => {
      // one of many may have been spent in another tab: the list on the page is outdated
      if (asked.length > 1 && isRefusal(failed)) readCouponsAgain(client);
    },
    onSettled: (_reply, _error, asked) => {
      onTheirWay.delete(nameOf(asked));
      forgetLeftCoupons(client);
      refreshDeliveries(client);
      void client.invalidateQueries({ queryKey: playerQuery.queryKey });
    },
  });
  const failure = error && (isRefusal(error) ? errorTextOf(error) : t('coupons.take.unanswered'));
  const take = () => {
    const name = nameOf(coupons);
    if (onTheirWay.has(name)) return;
    onTheirWay.add(name);
    mutate(coupons);
  };
  return { take, isPending, failure };
}
