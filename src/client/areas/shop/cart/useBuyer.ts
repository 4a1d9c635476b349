import { useQuery } from '@tanstack/react-query';
import type { GameServer } from '#/contract/landing.ts';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { readToken, useStoredUser } from '#/client/platform/api/session.ts';
import { useShopDraft } from './shopDraft.ts';

export interface Buyer {
  /** Changes when it is somebody else: a form begins anew. */
  name: string;
  /** Key of the server, '' while none is chosen. */
  server: string;
  /** Login or e-mail. */
  login: string;
  /** They are those of the signed-in player (S15). */
  isLocked: boolean;
  /** OC; null for a visitor. */
  balance: number | null;
}

/** Whom the purchase is for: the player that this browser remembers, else what the visitor has typed before. */
export function useBuyer(servers: readonly GameServer[]): Buyer {
  const isSignedIn = readToken() !== null;
  const { isPending } = useQuery({ ...playerQuery, enabled: isSignedIn });
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
    };
  const [only] = servers;
  const known = servers.find(({ key }) => key === typedServer);
  return {
    name: isSignedIn && isPending ? 'unknown' : 'visitor',
    server: known?.key ?? (servers.length === 1 ? (only?.key ?? '') : ''),
    login: typedLogin,
    // until it is known who it is, nobody else is typed in
    isLocked: isSignedIn && isPending,
    balance: isSignedIn ? 0 : null,
  };
}
