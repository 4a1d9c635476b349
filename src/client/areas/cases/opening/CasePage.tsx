import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaderData, useParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { idInPath } from '#/contract/cases.ts';
import { ApiError } from '#/client/platform/api/api.ts';
import { usePageTitle } from '#/client/platform/navigation/pageTitle.ts';
import { ErrorState } from '#/client/ui/feedback/ErrorState.tsx';
import { CaseOpener } from './CaseOpener.tsx';
import { CaseSkeleton } from './CaseSkeleton.tsx';
import { userCaseQuery } from '#/client/areas/cases/state/queries.ts';
import { UnknownCase } from './UnknownCase.tsx';
import { loadErrorText } from '#/client/platform/i18n/errorText.ts';

/**
 * The page of one case that the player owns, with the button that opens it (C6). A malformed or unknown id shows
 * `UnknownCase` (RT11).
 */
export function CasePage() {
  const { id } = useParams();
  const parsed = z.safeParse(idInPath, id);
  return parsed.success ? <KnownCase key={id} id={parsed.data} /> : <UnknownCase />;
}

function KnownCase({ id }: { id: number }) {
  const { t } = useTranslation('cases');
  const { data, error, isPending, isFetching, refetch } = useQuery(userCaseQuery(id));
  const cameWithDocument = useLoaderData<boolean | undefined>();
  const [wasKnown] = useState(!isPending && cameWithDocument !== true);
  usePageTitle(data?.case.name);
  if (data) return <CaseOpener details={data} isWholeAtOnce={wasKnown} />;
  if (isPending) return <CaseSkeleton label={t('case.loading')} />;
  if (error instanceof ApiError && error.status === 404) return <UnknownCase />;
  return (
    <ErrorState
      as="h1"
      title={t('case.failedTitle')}
      text={loadErrorText(error, t('case.failedText'))}
      retryLabel={t('inventory.retry')}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
