import { queryOptions } from '@tanstack/react-query';
import { fairnessCalls } from '#/contract/calls/fairness.ts';
import { call } from '#/client/platform/api/api.ts';

/** Declared odds and draws of a case, for each of its odds tables (PF1). */
export const fairStatsQuery = (caseId: number) =>
  queryOptions({
    queryKey: ['fairStats', caseId],
    queryFn: ({ signal }) =>
      call(fairnessCalls.fairStats, { params: { caseId: String(caseId) } }, { signal }),
  });
