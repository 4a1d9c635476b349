import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { IconName } from '#/client/ui/display/Icon.tsx';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { type Column, DataTable } from './DataTable.tsx';
import styles from './ListView.module.css';
import { Pager } from './Pager.tsx';
import { type OperatorQuery, QueryView } from '../parts/QueryView.tsx';
import { countFilters, useNewestIfEmpty } from './useListFilters.ts';

interface ListViewProps<Row extends { id: string | number }, Reply> {
  label: string;
  query: OperatorQuery<Reply> & { isPlaceholderData: boolean };
  rowsOf: (reply: Reply) => readonly Row[];
  columns: readonly Column<Row>[];
  filters: object;
  /** Sets filters and the position in the list. */
  onShow: (changes: Record<string, string>) => void;
  /** @property text sentence for filters that match nothing */
  empty: { icon: IconName; title: string; text: string };
  /** Whether the newest rows come first. Otherwise the buttons of the pages do not speak of time. */
  isByTime?: boolean;
  /** Renders a bar above the rows. */
  renderBar?: (rows: readonly Row[]) => ReactNode;
}

const HEIGHT = '480px';

/**
 * A list that the server filters and cuts into pages, with buttons for the other pages. If nothing is left of a later
 * page, the newest one is shown.
 */
export function ListView<
  Row extends { id: string | number },
  Reply extends { before: string | number | null; after: string | number | null },
>({ label, query, rowsOf, columns, filters, onShow, empty, isByTime, renderBar }: ListViewProps<Row, Reply>) {
  const { t } = useTranslation('operator');
  const { data, isPlaceholderData } = query;
  const isEmpty = data !== undefined && rowsOf(data).length === 0;
  const isLeft = useNewestIfEmpty(isEmpty && !isPlaceholderData);
  return (
    <QueryView query={query} height={HEIGHT}>
      {(reply) => {
        const rows = rowsOf(reply);
        const { before, after } = reply;
        // an empty page says nothing about the one that is being loaded
        if (isLeft || (isEmpty && isPlaceholderData))
          return (
            <Loading label={t('loading')}>
              <Skeleton height={HEIGHT} />
            </Loading>
          );
        if (isEmpty)
          return (
            <EmptyState
              icon={empty.icon}
              title={empty.title}
              text={countFilters(filters) > 0 ? empty.text : t('list.nothingYet')}
            />
          );
        return (
          <>
            {renderBar?.(rows)}
            <div className={styles.list} aria-busy={isPlaceholderData}>
              <DataTable label={label} columns={columns} rows={rows} keyOf={({ id }) => id} />
            </div>
            <Pager
              busy={isPlaceholderData}
              isByTime={isByTime}
              onPrevious={after === null ? undefined : () => onShow({ after: String(after) })}
              onNext={before === null ? undefined : () => onShow({ before: String(before) })}
            />
          </>
        );
      }}
    </QueryView>
  );
}
