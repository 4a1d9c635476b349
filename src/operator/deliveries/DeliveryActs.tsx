import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  DELIVERY_DECISIONS,
  type DeliveryDecision,
  type DeliveryReply,
} from '#/contract/operator/deliveries.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { useMay } from '../platform/session.ts';

/** Tells before a cancel that it returns no payment, and where a refund is made. */
function CancelNote({ order }: { order: string }) {
  const { t } = useTranslation('operatorGame');
  return (
    <p>
      {t('deliveries.cancelKeepsMoney')} <Link to={`/orders/${order}`}>{t('deliveries.toOrder')}</Link>
    </p>
  );
}

/** Buttons for the decisions that the delivery's state and the operator's role allow. */
export function DeliveryActs({ delivery }: { delivery: DeliveryReply }) {
  const { t } = useTranslation('operatorGame');
  const mayAct = useMay('deliveries.act');
  const [open, setOpen] = useState<DeliveryDecision>();
  const { id, version, decisions } = delivery;
  if (!mayAct) return null;
  const shown = DELIVERY_DECISIONS.filter((one) => decisions.includes(one));
  return (
    <>
      {shown.map((decision, at) => (
        <Button
          key={decision}
          size="small"
          variant={decision === 'cancel' || at > 0 ? 'secondary' : 'primary'}
          onClick={() => setOpen(decision)}
        >
          {t(`deliveries.decisions.${decision}`)}
        </Button>
      ))}
      {open && (
        <ActDialog
          plan={{
            endpoint: operatorCalls.decideDelivery,
            input: { params: { id: String(id) }, body: { decision: open, version } },
          }}
          title={t('deliveries.decisionTitle', { decision: t(`deliveries.decisions.${open}`), no: id })}
          label={t(`deliveries.decisions.${open}`)}
          done={t('deliveries.decided', { no: id })}
          reasonLabel={open === 'byHand' ? t('deliveries.whatYouDid') : undefined}
          onClose={() => setOpen(undefined)}
        >
          {open === 'cancel' && delivery.order && <CancelNote order={delivery.order} />}
        </ActDialog>
      )}
    </>
  );
}
