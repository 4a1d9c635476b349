import { readToken } from './session.ts';
import { useHydrated } from './useHydrated.ts';

/** Whether this browser holds a session; not yet known, and so false, while a page rendered ahead wakes up. */
export function useSignedIn(): boolean {
  return useHydrated() && readToken() !== null;
}
