import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fairCurrentQuery, giveClientSeed, noteCurrent } from './clientSeed.ts';

/** While the cabinet is open every live epoch has a seed of this browser, and the browser keeps a note of it (PF1). */
export function useOwnClientSeed(): void {
  const client = useQueryClient();
  const { data } = useQuery(fairCurrentQuery);
  useEffect(() => {
    if (data) void (data.clientSeed === null ? giveClientSeed(client, data) : noteCurrent(data));
  }, [client, data]);
}
