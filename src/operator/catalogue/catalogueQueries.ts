import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { callOperator } from '../platform/operatorApi.ts';
import { AS_OPENED } from '../platform/useAct.ts';

/** The catalogue in force, all drafts, and the pictures of the site. */
export const catalogueQuery = queryOptions({
  queryKey: ['catalogue'],
  queryFn: ({ signal }) => callOperator(operatorCalls.catalogue, {}, { signal }),
  staleTime: 0,
});

/** Revisions, the newest first. */
export const revisionsQuery = infiniteQueryOptions({
  queryKey: ['catalogueRevisions'],
  queryFn: ({ pageParam, signal }) =>
    callOperator(
      operatorCalls.catalogueRevisions,
      { query: pageParam ? { before: String(pageParam) } : {} },
      { signal },
    ),
  initialPageParam: 0,
  getNextPageParam: ({ nextBefore }) => nextBefore,
  staleTime: 0,
});

export const revisionQuery = (id: string) =>
  queryOptions({
    queryKey: ['catalogueRevision', id],
    queryFn: ({ signal }) => callOperator(operatorCalls.catalogueRevision, { params: { id } }, { signal }),
  });

/** A draft as the page opened it. The page keeps later input itself. */
export const draftQuery = (id: string) =>
  queryOptions({
    queryKey: ['draft', id],
    queryFn: ({ signal }) => callOperator(operatorCalls.draft, { params: { id } }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    meta: AS_OPENED,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** The server's review of a saved draft. */
export const reviewQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['draftReview', id, version],
    queryFn: ({ signal }) => callOperator(operatorCalls.reviewDraft, { params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    meta: AS_OPENED,
  });
