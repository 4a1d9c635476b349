import { readToken } from '#/client/platform/api/session.ts';
import { useHydrated } from '#/client/platform/hydration/useHydrated.ts';

/** Whether this browser has a session; false during hydration, when it is not known yet. */
export function useSignedIn(): boolean {
  return useHydrated() && readToken() !== null;
}
