import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { PlayersQuery, PlayerLedgerAccount } from '#/contract/operator/players.ts';
import { callOperator } from '../platform/operatorApi.ts';

/** Interval at which an open page of a player is fetched again, in ms. */
const AGAIN_MS = 30_000;

/** A page of players. */
export const playersPageQuery = (filters: PlayersQuery) =>
  queryOptions({
    queryKey: ['players', filters],
    queryFn: ({ signal }) => callOperator(operatorCalls.players, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Everything about one player except their lists. */
export const playerQuery = (id: string) =>
  queryOptions({
    queryKey: ['player', id],
    queryFn: ({ signal }) => callOperator(operatorCalls.player, { params: { id } }, { signal }),
    staleTime: 0,
    refetchInterval: AGAIN_MS,
  });

const olderThan = (pageParam: number) => (pageParam > 0 ? { before: String(pageParam) } : {});
const paged = { initialPageParam: 0, getNextPageParam: ({ before }: { before: number | null }) => before };

/** Lines of a ledger account, the newest first. */
export const ledgerQuery = (id: string, ledgerAccount: PlayerLedgerAccount) =>
  infiniteQueryOptions({
    queryKey: ['player', id, 'ledger', ledgerAccount],
    queryFn: ({ pageParam, signal }) =>
      callOperator(
        operatorCalls.playerLedger,
        { params: { id }, query: { ledgerAccount, ...olderThan(pageParam) } },
        { signal },
      ),
    ...paged,
  });

/** The player's prizes, the newest first. */
export const drawsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['player', id, 'draws'],
    queryFn: ({ pageParam, signal }) =>
      callOperator(operatorCalls.playerDraws, { params: { id }, query: olderThan(pageParam) }, { signal }),
    ...paged,
  });

/** The player's part in the referral programme, except the list of the invited. */
export const referralQuery = (id: string) =>
  queryOptions({
    queryKey: ['player', id, 'referral'],
    queryFn: ({ signal }) => callOperator(operatorCalls.playerReferral, { params: { id } }, { signal }),
    staleTime: 0,
  });

/** The players whom the player invited, the newest first. */
export const invitedQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['player', id, 'invited'],
    queryFn: ({ pageParam, signal }) =>
      callOperator(operatorCalls.playerInvited, { params: { id }, query: olderThan(pageParam) }, { signal }),
    ...paged,
  });

/** Events of the account, the newest first. */
export const historyQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['player', id, 'history'],
    queryFn: ({ pageParam, signal }) =>
      callOperator(operatorCalls.playerHistory, { params: { id }, query: olderThan(pageParam) }, { signal }),
    ...paged,
  });
