import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Whether the page may show what only this browser knows: the hash, the clock, the session. False in the markup that
 * the server has rendered and while React takes it over, true from then on.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
