import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deliveriesQuery } from '#/contract/operator/deliveries.ts';
import { PageHead } from '../parts/PageHead.tsx';
import { ListView } from '../lists/ListView.tsx';
import { useListFilters } from '../lists/useListFilters.ts';
import { useMay } from '../platform/session.ts';
import { BulkBar } from './BulkBar.tsx';
import { DeliveryFilters } from './DeliveryFilters.tsx';
import { deliveriesPageQuery } from './deliveryQueries.ts';
import { useDeliveryColumns } from './useDeliveryColumns.tsx';

const NONE: ReadonlySet<number> = new Set();

/**
 * All deliveries, the newest first. The address contains filters and position, so that it can be sent to a colleague.
 */
export function DeliveriesPage() {
  const { t } = useTranslation(['operatorGame', 'operator']);
  const { filters, show, clear } = useListFilters(deliveriesQuery);
  const deliveries = useQuery(deliveriesPageQuery(filters));
  const mayAct = useMay('deliveries.act');
  const [selected, setSelected] = useState<ReadonlySet<number>>(NONE);
  const columns = useDeliveryColumns(mayAct ? { selected, onSelect: setSelected } : undefined);

  // the selection is cleared, because its rows are not on another page
  const leave = (go: () => void) => {
    setSelected(NONE);
    go();
  };

  return (
    <>
      <PageHead title={t('deliveries.title')} />
      <DeliveryFilters
        filters={filters}
        onChange={(name, value) => leave(() => show({ [name]: value }))}
        onClear={() => leave(clear)}
      />
      <ListView
        label={t('deliveries.title')}
        query={deliveries}
        rowsOf={({ deliveries: rows }) => rows}
        columns={columns}
        filters={filters}
        onShow={(changes) => leave(() => show(changes))}
        empty={{ icon: 'gift', title: t('deliveries.empty'), text: t('deliveries.emptyText') }}
        renderBar={(rows) =>
          mayAct && <BulkBar rows={rows} filters={filters} selected={selected} onSelect={setSelected} />
        }
      />
    </>
  );
}
