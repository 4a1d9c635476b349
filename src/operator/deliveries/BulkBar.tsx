import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ChosenDelivery,
  DELIVERY_DECISIONS,
  type DeliveriesQuery,
  type DeliveryDecision,
  type DeliveryFilters,
  type DeliveryRowShown,
} from '#/contract/operator/deliveries.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { BulkDialog, MatchingDialog } from './BulkDialog.tsx';
import styles from './Deliveries.module.css';

interface BulkBarProps {
  /** Rows on the page. */
  rows: readonly DeliveryRowShown[];
  filters: DeliveriesQuery;
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
}

type Open = { decision: DeliveryDecision; chosen?: readonly ChosenDelivery[] };

/** Decisions about many deliveries: the selected ones, or all that match the filters. */
export function BulkBar({ rows, filters, selected, onSelect }: BulkBarProps) {
  const { t } = useTranslation(['operatorGame', 'operator']);
  const [open, setOpen] = useState<Open>();
  const chosen = rows.filter(({ id }) => selected.has(id));
  const selectable = rows.filter(({ decisions }) => decisions.length > 0);
  const together = DELIVERY_DECISIONS.filter((one) =>
    chosen.every(({ decisions }) => decisions.includes(one)),
  );
  const { before: _, after: __, ...matched } = filters;
  const close = () => setOpen(undefined);

  return (
    <fieldset className={styles.bulk} aria-label={t('deliveries.bulk')}>
      {chosen.length === 0 ? (
        <>
          {selectable.length > 0 && (
            <Button
              variant="secondary"
              size="small"
              onClick={() => onSelect(new Set(selectable.map(({ id }) => id)))}
            >
              {t('deliveries.selectPage')}
            </Button>
          )}
          <MatchingChoice filters={matched} onChoose={(decision) => setOpen({ decision })} />
        </>
      ) : (
        <>
          <strong>{t('deliveries.selected', { count: chosen.length })}</strong>
          {together.map((decision) => (
            <Button
              key={decision}
              variant="secondary"
              size="small"
              onClick={() =>
                setOpen({ decision, chosen: chosen.map(({ id, version }) => ({ no: id, version })) })
              }
            >
              {t(`deliveries.decisions.${decision}`)}
            </Button>
          ))}
          {together.length === 0 && <span>{t('deliveries.noneTogether')}</span>}
          <Button variant="quiet" size="small" onClick={() => onSelect(new Set())}>
            {t('deliveries.selectNone')}
          </Button>
        </>
      )}
      {open?.chosen && (
        <BulkDialog
          decision={open.decision}
          chosen={open.chosen}
          onClose={close}
          onDone={() => onSelect(new Set())}
        />
      )}
      {open && !open.chosen && <MatchingDialog decision={open.decision} filters={matched} onClose={close} />}
    </fieldset>
  );
}

interface MatchingChoiceProps {
  filters: DeliveryFilters;
  onChoose: (decision: DeliveryDecision) => void;
}

/**
 * A decision about all deliveries that match the filters. Hidden without a filter, because it would include every
 * delivery.
 */
function MatchingChoice({ filters, onChoose }: MatchingChoiceProps) {
  const { t } = useTranslation(['operatorGame', 'operator']);
  if (Object.keys(filters).length === 0) return null;
  return (
    <label className={styles.matching}>
      <span>{t('deliveries.allMatching')}</span>
      <select
        value=""
        onChange={({ currentTarget }) => {
          const decision = DELIVERY_DECISIONS.find((one) => one === currentTarget.value);
          if (decision) onChoose(decision);
        }}
      >
        <option value="">{t('operator:values.none')}</option>
        {DELIVERY_DECISIONS.map((decision) => (
          <option key={decision} value={decision}>
            {t(`deliveries.decisions.${decision}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
