import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type MissingOrder, missingQuery } from '#/contract/operator/figures/payouts.ts';
import { formatEuro } from '#/client/platform/i18n/formatNumber.ts';
import { RangeBar } from '../figures/RangeBar.tsx';
import { useRange } from '../figures/useRange.ts';
import type { Column } from '../lists/DataTable.tsx';
import { ListView } from '../lists/ListView.tsx';
import { useListPosition } from '../lists/useListFilters.ts';
import { OrderCell } from '../parts/OrderCell.tsx';
import { Time } from '../parts/Time.tsx';
import { DownloadButton } from '../tax/DownloadButton.tsx';
import { missingPageQuery } from './payoutQueries.ts';
import { PayoutsHead } from './PayoutsHead.tsx';

/** Paid orders that no payout holds, although their provider has paid out since. */
export function MissingPage() {
  const { t } = useTranslation(['operatorPayouts', 'operatorOrders']);
  const range = useRange();
  const list = useListPosition();
  const { from, to } = range.query;
  const position = missingQuery.safeParse({
    from,
    to,
    ...list.position,
  });
  const query = useQuery(missingPageQuery(position.success ? position.data : { from, to }));
  const columns: Column<MissingOrder>[] = [
    {
      key: 'order',
      label: t('columns.order'),
      renderCell: ({ order, orderNumber }) => <OrderCell order={order} number={orderNumber} />,
    },
    { key: 'paid', label: t('missing.paid'), renderCell: ({ paidAt }) => <Time at={paidAt} /> },
    {
      key: 'provider',
      label: t('missing.provider'),
      renderCell: ({ provider }) => t(`operatorOrders:providers.${provider as 'stripe'}`),
    },
    {
      key: 'sum',
      label: t('columns.amount'),
      kind: 'number',
      renderCell: ({ totalCents }) => formatEuro(totalCents),
    },
  ];
  return (
    <>
      <PayoutsHead part="missing">
        <DownloadButton kind="payouts-missing" query={{ from, to }} />
      </PayoutsHead>
      <RangeBar range={range} />
      <ListView
        label={t('parts.missing')}
        query={query}
        rowsOf={({ orders }) => orders}
        columns={columns}
        filters={{ from, to }}
        onShow={list.show}
        empty={{ icon: 'checkCircle', title: t('missing.none'), text: t('missing.noneText') }}
      />
    </>
  );
}
