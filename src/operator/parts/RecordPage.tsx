import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ApiError } from '#/client/platform/api/api.ts';
import { Icon, type IconName } from '#/client/ui/display/Icon.tsx';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { type OperatorQuery, QueryView } from './QueryView.tsx';
import styles from './RecordPage.module.css';

interface RecordPageProps<Data> {
  /** The list to which the record belongs. */
  list: { to: string; label: string };
  query: OperatorQuery<Data>;
  /** Texts for a record that does not exist. */
  missing: { icon: IconName; title: string; text: string };
  children: (data: Data) => ReactNode;
}

/** HTTP statuses of an id that is malformed or unknown. */
const MISSING: ReadonlySet<number> = new Set([400, 404, 422]);

/**
 * The page of one order, player, delivery or server: a link back to the list, and the record or why it is missing.
 */
export function RecordPage<Data>({ list, query, missing, children }: RecordPageProps<Data>) {
  const isMissing = query.error instanceof ApiError && MISSING.has(query.error.status);
  return (
    <>
      <p>
        <Link to={list.to} className={styles.back}>
          <Icon name="arrowLeft" />
          {list.label}
        </Link>
      </p>
      {isMissing && query.data === undefined ? (
        <EmptyState icon={missing.icon} as="h1" title={missing.title} text={missing.text} />
      ) : (
        <QueryView query={query} height="560px">
          {children}
        </QueryView>
      )}
    </>
  );
}

/** A line below a record's title with its number and states. */
export const RecordLine = ({ children }: { children: ReactNode }) => (
  <div className={styles.line}>{children}</div>
);

/** Two columns: the timeline on the left, the facts on the right. On a phone they are stacked. */
export const RecordColumns = ({ children }: { children: ReactNode }) => (
  <div className={styles.columns}>{children}</div>
);
