import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Doubt, doubtsQuery } from '#/contract/operator/vat.ts';
import { formatEuro } from '#/client/platform/i18n/formatNumber.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { RangeBar } from '../figures/RangeBar.tsx';
import { useRange } from '../figures/useRange.ts';
import type { Column } from '../lists/DataTable.tsx';
import { ListView } from '../lists/ListView.tsx';
import { useListPosition } from '../lists/useListFilters.ts';
import { SettleDialog } from '../orders/SettleDialog.tsx';
import { OrderCell } from '../parts/OrderCell.tsx';
import { Time } from '../parts/Time.tsx';
import { countryName } from '../platform/countryName.ts';
import { useMay } from '../platform/session.ts';
import { serversQuery } from '../servers/serverQueries.ts';
import { DownloadButton } from './DownloadButton.tsx';
import { TaxHead } from './TaxHead.tsx';
import { doubtsPageQuery } from './taxQueries.ts';

/** Paid orders whose country is told by one piece of evidence, by none, or by contradicting pieces. */
export function DoubtsPage() {
  const { t } = useTranslation(['operatorTax', 'operatorOrders']);
  const range = useRange();
  const list = useListPosition();
  const [settled, setSettled] = useState<Doubt>();
  const maySettle = useMay('tax.settle');
  const servers = useQuery(serversQuery).data?.servers ?? [];
  const position = doubtsQuery.safeParse({
    ...range.query,
    ...list.position,
  });
  const query = useQuery(doubtsPageQuery(position.success ? position.data : range.query));

  const columns: Column<Doubt>[] = [
    {
      key: 'order',
      label: t('columns.order'),
      renderCell: ({ id, number }) => <OrderCell order={id} number={number} />,
    },
    { key: 'paid', label: t('columns.paid'), renderCell: ({ paidAt }) => <Time at={paidAt} /> },
    {
      key: 'sum',
      label: t('columns.sum'),
      kind: 'number',
      renderCell: ({ totalCents }) => formatEuro(totalCents),
    },
    {
      key: 'evidence',
      label: t('columns.evidence'),
      renderCell: ({ places }) =>
        places.length === 0
          ? t('noEvidence')
          : places
              .map(
                ({ kind, country }) =>
                  `${t(`operatorOrders:country.kinds.${kind}`)}: ${countryName(country)}`,
              )
              .join(' · '),
    },
    ...(maySettle
      ? [
          {
            key: 'acts',
            label: t('operatorOrders:settle.do'),
            kind: 'actions' as const,
            renderCell: (doubt: Doubt) => (
              <Button
                variant="secondary"
                size="small"
                aria-label={t('operatorOrders:settle.named', { order: doubt.id })}
                onClick={() => setSettled(doubt)}
              >
                {t('operatorOrders:settle.do')}
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <TaxHead part="doubts">
        <DownloadButton kind="vat-doubts" query={range.query} />
      </TaxHead>
      <RangeBar range={range} servers={servers} />
      <ListView
        label={t('parts.doubts')}
        query={query}
        rowsOf={({ doubts }) => doubts}
        columns={columns}
        filters={range.query}
        onShow={list.show}
        empty={{ icon: 'checkCircle', title: t('noDoubts'), text: t('noDoubtsText') }}
      />
      {settled && (
        <SettleDialog order={{ ...settled, isCountrySettled: false }} onClose={() => setSettled(undefined)} />
      )}
    </>
  );
}
