import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { MailAct, MailFilters, MailsQuery } from '#/contract/operator/mails.ts';
import { mailCalls } from '#/contract/operator/mailCalls.ts';
import { callOperator } from '../platform/operatorApi.ts';

/** Interval in ms at which open pages are fetched again, because the site sends mails meanwhile. */
const AGAIN_MS = 5000;

/** A page of mails. */
export const mailsPageQuery = (filters: MailsQuery) =>
  queryOptions({
    queryKey: ['mails', filters],
    queryFn: ({ signal }) => callOperator(mailCalls.mails, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: AGAIN_MS,
  });

/** The queue as a whole. */
export const mailQueueQuery = queryOptions({
  queryKey: ['mailQueue'],
  queryFn: ({ signal }) => callOperator(mailCalls.mailQueue, {}, { signal }),
  staleTime: 0,
  refetchInterval: AGAIN_MS,
});

/** One mail. */
export const mailQuery = (id: string) =>
  queryOptions({
    queryKey: ['mail', id],
    queryFn: ({ signal }) => callOperator(mailCalls.mail, { params: { id } }, { signal }),
    staleTime: 0,
    refetchInterval: AGAIN_MS,
  });

/** The mails that an act on all matching mails would change. Fetched anew each time. */
export const matchingMailsQuery = (act: MailAct, filters: MailFilters) =>
  queryOptions({
    queryKey: ['preview', 'matchingMails', act, filters],
    queryFn: ({ signal }) =>
      callOperator(mailCalls.matchingMails, { query: { act, ...filters } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
