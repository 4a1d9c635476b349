import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deliveryCalls } from '#/contract/calls/deliveries.ts';
import { call } from '#/client/platform/api/api.ts';
import { createSendOnce, type SendOnce } from '#/client/platform/api/retryKey.ts';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { notify } from '#/client/ui/feedback/notify.ts';
import { refreshDeliveries } from './deliveryQueries.ts';

/** Idempotency keys of requests without an answer, by delivery, for the next attempt. */
const sends = new Map<number, SendOnce>();
/** Deliveries whose prize is being put back, so that a second press sends nothing. */
const onTheirWay = new Set<number>();

function send(no: number) {
  const sendOnce = sends.get(no) ?? createSendOnce();
  sends.set(no, sendOnce);
  return sendOnce({ no }, (idempotencyKey) =>
    call(deliveryCalls.putBackPrize, { params: { id: String(no) } }, { idempotencyKey }),
  );
}

/** Returns a prize to the inventory while it waits for the game (D14). */
export function usePutBack() {
  const { t } = useTranslation('game');
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: () => notify({ type: 'success', title: t('putBackDone') }),
    onError: (error) => notify({ type: 'error', title: t('putBackFailed'), description: errorTextOf(error) }),
    onSettled: (_reply, _error, no) => {
      onTheirWay.delete(no);
      refreshDeliveries(client);
      for (const queryKey of [['coupons'], playerQuery.queryKey]) void client.invalidateQueries({ queryKey });
    },
  });
  const putBack = (no: number) => {
    if (onTheirWay.has(no)) return;
    onTheirWay.add(no);
    mutate(no);
  };
  return { putBack, isPending };
}
