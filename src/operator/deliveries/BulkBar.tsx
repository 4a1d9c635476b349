import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ChosenDelivery,
  DELIVERY_DECISIONS,
  type DeliveriesQuery,
  type DeliveryDecision,
  type DeliveryRowShown,
} from '#/contract/operator/deliveries.ts';
import { SelectionBar } from '../lists/SelectionBar.tsx';
import { countFilters } from '../lists/useListFilters.ts';
import { BulkDialog, MatchingDialog } from './BulkDialog.tsx';

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
  const { before: _, after: __, ...matched } = filters;
  const close = () => setOpen(undefined);

  return (
    <SelectionBar
      words={{
        label: t('deliveries.bulk'),
        selectPage: t('deliveries.selectPage'),
        selected: t('deliveries.selected', { count: chosen.length }),
        selectNone: t('deliveries.selectNone'),
        noneTogether: t('deliveries.noneTogether'),
        allMatching: t('deliveries.allMatching'),
      }}
      acts={DELIVERY_DECISIONS.map((act) => ({ act, label: t(`deliveries.decisions.${act}`) }))}
      rows={rows.map(({ id, decisions }) => ({ id, acts: decisions }))}
      selected={selected}
      onSelect={onSelect}
      hasFilters={countFilters(filters) > 0}
      onAct={(decision, isMatching) =>
        setOpen({
          decision,
          ...(!isMatching && { chosen: chosen.map(({ id, version }) => ({ no: id, version })) }),
        })
      }
    >
      {open?.chosen && (
        <BulkDialog
          decision={open.decision}
          chosen={open.chosen}
          onClose={close}
          onDone={() => onSelect(new Set())}
        />
      )}
      {open && !open.chosen && <MatchingDialog decision={open.decision} filters={matched} onClose={close} />}
    </SelectionBar>
  );
}
