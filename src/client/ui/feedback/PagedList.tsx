import type { ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';
import { ListEnd } from './ListEnd.tsx';
import { Loading } from './Loading.tsx';

/** A query that loads page by page, as React Query returns it. */
interface PagedQuery<Page> {
  data: { pages: Page[] } | undefined;
  error: unknown;
  isPending: boolean;
  isFetching: boolean;
  /** Whether the pages belong to an earlier query. */
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

interface PagedListProps<Page, Item> {
  query: PagedQuery<Page>;
  itemsOf: (page: Page) => readonly Item[];
  labels: {
    loading: string;
    retry: string;
    /** Title and text after the first page failed. */
    failed: string;
    failedText: string;
    /** Texts at the end of the list. */
    more: string;
    moreFailed: string;
    complete: string;
  };
  /** Placeholder while the first page loads. */
  skeleton: ReactNode;
  /** Shown instead of a list without items. */
  empty: ReactNode;
  /** Renders the items. `end` belongs below them; a list with one page has no end. */
  children: (items: Item[], end: ReactNode) => ReactNode;
}

/** A list that loads page by page: loading, failed with a retry, empty, or its items and its end (C5). */
export function PagedList<Page, Item>({
  query,
  itemsOf,
  labels,
  skeleton,
  empty,
  children,
}: PagedListProps<Page, Item>) {
  const { data, isPending, isFetching, hasNextPage, fetchNextPage, refetch } = query;
  if (isPending) return <Loading label={labels.loading}>{skeleton}</Loading>;
  if (!data)
    return (
      <ErrorState
        title={labels.failed}
        text={labels.failedText}
        retryLabel={labels.retry}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  const items = data.pages.flatMap(itemsOf);
  if (items.length === 0) return empty;
  const end = (data.pages.length > 1 || hasNextPage) && (
    <ListEnd
      state={endStateOf(query)}
      onMore={() => void fetchNextPage()}
      moreLabel={labels.more}
      loadingLabel={labels.loading}
      completeLabel={labels.complete}
      failedLabel={labels.moreFailed}
      retryLabel={labels.retry}
    />
  );
  return children(items, end);
}

function endStateOf(query: PagedQuery<unknown>) {
  if (query.isFetchingNextPage || query.isPlaceholderData) return 'loading';
  if (query.isFetchNextPageError) return 'failed';
  return query.hasNextPage ? 'more' : 'complete';
}
