import { useQuery } from '@tanstack/react-query';
import type { GameServer } from '#/contract/landing.ts';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { useStoredUser } from '#/client/platform/api/session.ts';
import { readToken } from '#/client/platform/api/token.ts';
import { useShopDraft } from './shopDraft.ts';

export interface Buyer {
  /** Changes with the player, so that a form starts afresh. */
  name: string;
  /** Key of the server, '' while none is chosen. */
  server: string;
  /** Login or e-mail. */
  login: string;
  /** Whether server and login belong to the signed-in player and cannot be changed (S15). */
  isLocked: boolean;
  /** OC; null for a visitor who is not signed in. */
  balance: number | null;
  /** Whether the balance is the server's, and not the one that this browser has stored. */
  isKnown: boolean;
}

/** The recipient of a purchase: the player stored in this browser, otherwise the visitor's earlier input. */
export function useBuyer(servers: readonly GameServer[]): Buyer {
  const isSignedIn = readToken() !== null;
  const { isPending, isSuccess } = useQuery({ ...playerQuery, enabled: isSignedIn });
  const user = useStoredUser((state) => state.user);
  const typedServer = useShopDraft((draft) => draft.server);
  const typedLogin = useShopDraft((draft) => draft.login);
  if (isSignedIn && user)
    return {
      name: `${user.server} ${user.email}`,
      server: user.server,
      login: user.email,
      isLocked: true,
      balance: user.premiumCoins,
      isKnown: isSuccess,
    };
  const [only] = servers;
  const known = servers.find(({ key }) => key === typedServer);
  return {
    name: isSignedIn && isPending ? 'unknown' : 'visitor',
    server: known?.key ?? (servers.length === 1 ? (only?.key ?? '') : ''),
    login: typedLogin,
    // locked while the player is loading, so that the visitor cannot type another name
    isLocked: isSignedIn && isPending,
    balance: isSignedIn ? 0 : null,
    isKnown: !isSignedIn,
  };
}
