import { queryOptions, useQuery } from '@tanstack/react-query';
import { sessionCalls } from '#/contract/calls/session.ts';
import { MOST_UNREAD } from '#/contract/kernel/limits.ts';
import { call, onSessionLost } from '#/client/platform/api/api.ts';
import { clearBrowserSession, rememberPlayer } from '#/client/platform/api/session.ts';
import { readToken } from '#/client/platform/api/token.ts';
import { useHydrated } from '#/client/platform/hydration/useHydrated.ts';

/** The signed-in player. Also updates the player's data that this browser stores (S15). */
export const playerQuery = queryOptions({
  queryKey: ['player'],
  queryFn: async ({ signal }) => {
    const reply = await call(sessionCalls.user, {}, { signal });
    const { email, server, premiumCoins, isTwoFaEnabled, userPromoCode } = reply.user;
    rememberPlayer({ email, server, premiumCoins }, isTwoFaEnabled, userPromoCode);
    return reply;
  },
});

/** Exchanges the ticket of a sign-in for this browser's session (A5). */
export async function storeToken(token: string): Promise<void> {
  await call(sessionCalls.storeToken, { body: { token } });
}

/**
 * Ends the session on the server and in this browser (L4, E1). Never throws: offline, the browser still forgets. The
 * caller leaves the page, so requests that are refused meanwhile do not lead to the sign-in.
 */
export async function signOut(): Promise<void> {
  onSessionLost(() => {});
  if (readToken()) await call(sessionCalls.signOut, {}).catch(() => {});
  await call(sessionCalls.storeToken, { body: { token: '' } }).catch(() => {});
  clearBrowserSession();
}

/** Whether this browser has a session; false during hydration, when it is not known yet. */
export function useSignedIn(): boolean {
  return useHydrated() && readToken() !== null;
}

/** The count of the player's unread news as marks show it: "3", "99+"; undefined if there is none (C15). */
export function useUnreadNews(): string | undefined {
  const isSignedIn = useSignedIn();
  const { data } = useQuery({ ...playerQuery, enabled: isSignedIn });
  const unread = data?.unreadNews ?? 0;
  if (unread === 0) return undefined;
  return unread < MOST_UNREAD ? String(unread) : `${MOST_UNREAD - 1}+`;
}
