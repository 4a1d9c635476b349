import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deliveriesQuery } from '#/contract/operator/deliveries.ts';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { Pager } from '../parts/Pager.tsx';
import { QueryView } from '../parts/QueryView.tsx';
import { countFilters, useListFilters } from '../parts/useListFilters.ts';
import { useMay } from '../platform/session.ts';
import { BulkBar } from './BulkBar.tsx';
import styles from './Deliveries.module.css';
import { DeliveryFilters } from './DeliveryFilters.tsx';
import { deliveriesPageQuery } from './deliveryQueries.ts';
import { useDeliveryColumns } from './useDeliveryColumns.tsx';

const NONE: ReadonlySet<number> = new Set();

/** All deliveries, the newest first. The address holds filters and place, so that it can be sent to a colleague. */
export function DeliveriesPage() {
  const { t } = useTranslation(['operatorGame', 'operator']);
  const { filters, show, clear } = useListFilters(deliveriesQuery);
  const deliveries = useQuery(deliveriesPageQuery(filters));
  const mayAct = useMay('deliveries.act');
  const [selected, setSelected] = useState<ReadonlySet<number>>(NONE);
  const columns = useDeliveryColumns(mayAct ? { selected, onSelect: setSelected } : undefined);

  // what was selected is not on another page
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
      <QueryView query={deliveries} height="480px">
        {({ deliveries: rows, before, after }) =>
          rows.length === 0 ? (
            <EmptyState
              icon="gift"
              title={t('deliveries.empty')}
              text={t(countFilters(filters) > 0 ? 'deliveries.emptyText' : 'operator:list.nothingYet')}
            />
          ) : (
            <>
              {mayAct && <BulkBar rows={rows} filters={filters} selected={selected} onSelect={setSelected} />}
              <div className={styles.list} aria-busy={deliveries.isPlaceholderData}>
                <DataTable
                  label={t('deliveries.title')}
                  columns={columns}
                  rows={rows}
                  keyOf={({ id }) => id}
                />
              </div>
              <Pager
                busy={deliveries.isPlaceholderData}
                onNewer={after === null ? undefined : () => leave(() => show({ after: String(after) }))}
                onOlder={before === null ? undefined : () => leave(() => show({ before: String(before) }))}
              />
            </>
          )
        }
      </QueryView>
    </>
  );
}
