import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { gameLinkCalls } from '#/contract/calls/gameLink.ts';
import type { GameLinkReply, SpendPermitReply } from '#/contract/gameLink.ts';
import { refreshDeliveries } from '#/client/domain/game/deliveryQueries.ts';
import { call } from '#/client/platform/api/api.ts';

/** The player of the game to whom the account is tied (D15). */
export const gameLinkQuery = queryOptions({
  queryKey: ['gameLink'],
  queryFn: ({ signal }) => call(gameLinkCalls.gameLink, {}, { signal }),
  staleTime: 0,
  refetchOnWindowFocus: true,
});

/** Coins that the game may spend in a day (D17). */
export const spendPermitQuery = queryOptions({
  queryKey: ['spendPermit'],
  queryFn: ({ signal }) => call(gameLinkCalls.spendPermit, {}, { signal }),
});

/** Publishes a changed link, and refreshes the deliveries. */
export function publishLink(client: QueryClient, link: GameLinkReply): void {
  client.setQueryData(gameLinkQuery.queryKey, link);
  void client.invalidateQueries({ queryKey: spendPermitQuery.queryKey });
  refreshDeliveries(client);
}

export const publishPermit = (client: QueryClient, permit: SpendPermitReply): void =>
  void client.setQueryData(spendPermitQuery.queryKey, permit);
