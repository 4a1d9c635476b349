import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { TOKEN_COOKIE } from '#/contract/page.ts';

/** The handle of the browser's session, as the readable cookie holds it now; null when signed out. */
export function readToken(): string | null {
  // where pages are rendered ahead nobody is signed in
  const pair = globalThis.document?.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${TOKEN_COOKIE}=`));
  return pair?.slice(TOKEN_COOKIE.length + 1) || null;
}

interface StoredUser {
  email: string;
  server: string;
  premiumCoins: number;
}

const USER_KEY = 'user';

/** What this browser remembers of the player, under SEED.md's key `user`. */
export const useStoredUser = create<{ user: StoredUser | null }>()(
  persist(() => ({ user: null as StoredUser | null }), { name: USER_KEY }),
);

const TWO_FA_KEY = 'isTwoFa';
const PROMO_CODE_KEY = 'userPromoCode';

/** Remembers the rest of what SEED.md keeps in local storage; it is for showing only, the server decides. */
export function rememberPlayer(user: StoredUser, isTwoFa: boolean, userPromoCode: string): void {
  useStoredUser.setState({ user });
  localStorage.setItem(TWO_FA_KEY, String(isTwoFa));
  localStorage.setItem(PROMO_CODE_KEY, userPromoCode);
}

/** Without a session nothing of a player stays behind (S15). */
export function forgetUserWithoutToken(): void {
  if (readToken() || localStorage.getItem(USER_KEY) === null) return;
  useStoredUser.setState({ user: null });
  localStorage.removeItem(USER_KEY);
  localStorage.removeItem(TWO_FA_KEY);
  localStorage.removeItem(PROMO_CODE_KEY);
}

/** Removes everything this browser kept of the session (E1). */
export function clearBrowserSession(): void {
  // Max-Age 0 is the only way a script has to delete a cookie; the server deletes it as well
  document.cookie = `${TOKEN_COOKIE}=; Path=/; Max-Age=0`;
  localStorage.clear();
}
