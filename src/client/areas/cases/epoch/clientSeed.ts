import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { fairnessCalls } from '#/contract/calls/fairness.ts';
import type { FairCurrent } from '#/contract/fairness.ts';
import { call } from '#/client/platform/api/api.ts';
import { writeSeedNote } from '#/client/domain/queries/seedNotes.ts';

/** The public part of the player's live epoch (PF1); refetched after each opening. */
export const fairCurrentQuery = queryOptions({
  queryKey: ['cases', 'fair'],
  queryFn: ({ signal }) => call(fairnessCalls.fairCurrent, {}, { signal }),
});

/**
 * Time that an opening waits for the browser's own seed. Afterwards the server's default is used, and the draw says
 * so.
 */
const PATIENCE_MS = 1500;

/** 16 random bytes in base64url: 22 characters. */
export function randomClientSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Notes the agreed seed, for a later check (PF1, check 7). */
export async function noteCurrent({ epoch, clientSeed, nextNonce }: FairCurrent): Promise<void> {
  if (clientSeed === null) return;
  await writeSeedNote({
    epochId: epoch.id,
    commitment: epoch.commitment,
    clientSeed,
    fromNonce: nextNonce,
    at: new Date().toISOString(),
  });
}

/**
 * Sets the client seed of the live epoch, from its next draw on.
 * @throws ApiError epochEnded if the commitment is no longer the live one
 */
export async function setClientSeed(
  client: QueryClient,
  commitment: string,
  clientSeed: string,
): Promise<void> {
  const current = await call(fairnessCalls.clientSeed, { body: { commitment, clientSeed } });
  await client.cancelQueries({ queryKey: fairCurrentQuery.queryKey });
  client.setQueryData(fairCurrentQuery.queryKey, current);
}

/** Requests under way, by commitment, so that parallel callers send one. */
const given = new Map<string, Promise<void>>();

/** Sets a random seed of this browser for the live epoch, unless it has one (PF1). Never throws. */
export function giveClientSeed(client: QueryClient, { epoch, clientSeed }: FairCurrent): Promise<void> {
  if (clientSeed !== null) return Promise.resolve();
  const { commitment } = epoch;
  const giving =
    given.get(commitment) ??
    setClientSeed(client, commitment, randomClientSeed()).catch((error: unknown) => {
      console.warn('the own seed was not given', error);
      given.delete(commitment);
      return client.invalidateQueries({ queryKey: fairCurrentQuery.queryKey });
    });
  given.set(commitment, giving);
  return giving;
}

/** Resolves when the live epoch has a client seed, or after the time limit. Never throws. */
export async function clientSeedGiven(client: QueryClient): Promise<void> {
  const ready = client
    .fetchQuery({ ...fairCurrentQuery, staleTime: Infinity })
    .then((current) => giveClientSeed(client, current))
    .catch(() => {});
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}
