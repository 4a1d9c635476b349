import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ApiError } from '#/client/platform/api/api.ts';
import { Icon, type IconName } from '#/client/ui/display/Icon.tsx';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { type OperatorQuery, QueryView } from './QueryView.tsx';
import styles from './RecordPage.module.css';

interface RecordPageProps<Data> {
  /** The list that the record is from. */
  list: { to: string; label: string };
  query: OperatorQuery<Data>;
  /** What is said where there is no such record. */
  missing: { icon: IconName; title: string; text: string };
  children: (data: Data) => ReactNode;
}

/** Statuses that a number gets which is none. */
const MISSING: ReadonlySet<number> = new Set([400, 404, 422]);

/** The page of one order, player, delivery or server: the way back to the list, and the record or why there is none. */
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

/** Below the title of a record: its number and states. */
export const RecordLine = ({ children }: { children: ReactNode }) => (
  <div className={styles.line}>{children}</div>
);

/** Two columns: the timeline at the left, the facts at the right. On a phone they are below each other. */
export const RecordColumns = ({ children }: { children: ReactNode }) => (
  <div className={styles.columns}>{children}</div>
);
