import { useTranslation } from 'react-i18next';
import { payoutCalls } from '#/contract/operator/figures/payoutCalls.ts';
import type { PayoutRow } from '#/contract/operator/figures/payouts.ts';
import { ActDialog } from '../acts/ActDialog.tsx';

/** Accepts the differences of a payout, so that it needs nobody any more. */
export function AcceptDialog({ payout, onClose }: { payout: PayoutRow; onClose: () => void }) {
  const { t } = useTranslation('operatorPayouts');
  const { id, openLines, differenceCents } = payout;
  return (
    <ActDialog
      plan={{
        endpoint: payoutCalls.acceptPayout,
        input: { params: { id: String(id) }, body: { openLines, differenceCents: differenceCents ?? 0 } },
      }}
      title={t('accept.title')}
      label={t('accept.do')}
      done={t('accept.done')}
      onClose={onClose}
    >
      <p>{t('accept.text')}</p>
    </ActDialog>
  );
}
