import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { ErrorState } from '#/client/ui/feedback/ErrorState.tsx';
import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';

export interface OperatorQuery<Data> {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

interface QueryViewProps<Data> {
  query: OperatorQuery<Data>;
  /** Height of the placeholder, a CSS length. */
  height?: string;
  children: (data: Data) => ReactNode;
}

/**
 * Shows the state of a query: loading, failed with a retry button, or its data. Old data stay visible while new data
 * load.
 */
export function QueryView<Data>({ query, height = '320px', children }: QueryViewProps<Data>) {
  const { t } = useTranslation('operator');
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (error)
    return (
      <ErrorState
        title={t('failed')}
        text={errorTextOf(error)}
        retryLabel={t('retry')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return (
    <Loading label={t('loading')}>
      <Skeleton height={height} />
    </Loading>
  );
}
