import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fairCurrentQuery, giveClientSeed, noteCurrent } from './clientSeed.ts';

/**
 * Gives every live epoch a seed of this browser while the cabinet is open, and stores a note of it in the browser
 * (PF1).
 */
export function useOwnClientSeed(): void {
  const client = useQueryClient();
  const { data } = useQuery(fairCurrentQuery);
  useEffect(() => {
    if (data) void (data.clientSeed === null ? giveClientSeed(client, data) : noteCurrent(data));
  }, [client, data]);
}
