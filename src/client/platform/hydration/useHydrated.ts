import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Whether the page may use values that only the browser has: hash, clock, session. False on the server and during
 * hydration, true afterwards.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
