import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  BULK_MOST,
  type ChosenDelivery,
  type DeliveryDecision,
  type DeliveryFilters,
} from '#/contract/operator/deliveries.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { Dialog, DialogBody, DialogTitle } from '#/client/ui/feedback/Dialog.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { QueryView } from '../parts/QueryView.tsx';
import { matchingQuery } from './deliveryQueries.ts';

interface BulkDialogProps {
  decision: DeliveryDecision;
  chosen: readonly ChosenDelivery[];
  /** Whether more deliveries match than one act can decide. */
  hasMore?: boolean;
  onClose: () => void;
  onDone?: () => void;
}

/** Decides several deliveries at once, after the operator has typed their number. */
export function BulkDialog({ decision, chosen, hasMore = false, onClose, onDone }: BulkDialogProps) {
  const { t } = useTranslation(['operatorGame', 'operator']);
  const word = String(chosen.length);
  return (
    <ActDialog
      plan={{ endpoint: operatorCalls.decideDeliveries, input: { body: { decision, deliveries: chosen } } }}
      title={t('deliveries.bulkTitle', { decision: t(`deliveries.decisions.${decision}`), n: word })}
      label={t(`deliveries.decisions.${decision}`)}
      done={t('deliveries.bulkDone', { n: word })}
      reasonLabel={decision === 'byHand' ? t('deliveries.whatYouDid') : undefined}
      confirmation={{ label: t('deliveries.bulkNumber'), word }}
      onClose={onClose}
      onDone={onDone ?? (() => {})}
    >
      {decision === 'cancel' && <p>{t('deliveries.cancelKeepsMoney')}</p>}
      {hasMore && <p>{t('deliveries.bulkMore', { most: formatNumber(BULK_MOST) })}</p>}
    </ActDialog>
  );
}

interface MatchingDialogProps {
  decision: DeliveryDecision;
  filters: DeliveryFilters;
  onClose: () => void;
}

/** Fetches the deliveries that match the filters, then decides exactly these. */
export function MatchingDialog({ decision, filters, onClose }: MatchingDialogProps) {
  const { t } = useTranslation(['operatorGame', 'operator']);
  const matching = useQuery(matchingQuery(decision, filters));
  const { data } = matching;
  if (data && data.deliveries.length > 0)
    return (
      <BulkDialog decision={decision} chosen={data.deliveries} hasMore={data.hasMore} onClose={onClose} />
    );
  return (
    <Dialog open onClose={onClose} closeLabel={t('operator:act.close')}>
      <DialogBody>
        <DialogTitle>{t(`deliveries.decisions.${decision}`)}</DialogTitle>
        <QueryView query={matching} height="72px">
          {() => <p>{t('deliveries.bulkNone')}</p>}
        </QueryView>
      </DialogBody>
    </Dialog>
  );
}
