import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CouponPage } from '#/contract/cases.ts';
import { deliveryCalls } from '#/contract/calls/deliveries.ts';
import { call } from '#/client/platform/api/api.ts';
import { createSendOnce, isRefusal, type SendOnce } from '#/client/platform/api/retryKey.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { changeCounts, forgetLeftCoupons, markCoupons } from '#/client/areas/cases/state/queries.ts';
import { refreshDeliveries } from '#/client/domain/game/deliveryQueries.ts';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { notify } from '#/client/ui/feedback/notify.ts';

type ListedCoupon = CouponPage['coupons'][number];

/** Idempotency keys of presses without an answer, by the coupon, for the next attempt. */
const sends = new Map<number, SendOnce>();

function send(id: number) {
  const sendOnce = sends.get(id) ?? createSendOnce();
  sends.set(id, sendOnce);
  return sendOnce({ id }, (idempotencyKey) =>
    call(deliveryCalls.takeCoupons, { body: { ids: [id] } }, { idempotencyKey }),
  );
}

/** Takes a prize to the game instead of its coins (D14). Premium begins at once. */
export function useTakeCoupon(coupon: ListedCoupon, onTaken: () => void) {
  const { t } = useTranslation('cases');
  const client = useQueryClient();
  const isPremium = coupon.gives === 'premium';
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => send(coupon.id),
    onSuccess: () => {
      markCoupons(client, [coupon], isPremium ? 'delivered' : 'claimed');
      changeCounts(client, { coupons: -1 });
      notify({ type: 'success', title: t(isPremium ? 'coupons.take.premiumOn' : 'coupons.take.taken') });
      onTaken();
    },
    onSettled: () => {
      forgetLeftCoupons(client);
      refreshDeliveries(client);
      void client.invalidateQueries({ queryKey: playerQuery.queryKey });
    },
  });
  const failure = error && (isRefusal(error) ? errorTextOf(error) : t('coupons.take.unanswered'));
  return { take: () => mutate(), isPending, failure };
}
