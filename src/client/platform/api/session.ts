import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { TOKEN_COOKIE } from '#/contract/kernel/pageNames.ts';
import { siteStorage } from './browserStorage.ts';
import { readToken } from './token.ts';

interface StoredUser {
  email: string;
  server: string;
  premiumCoins: number;
}

const USER_KEY = 'user';

/** Data that this browser remembers of the player, under the specification's key `user`. */
export const useStoredUser = create<{ user: StoredUser | null }>()(
  persist(() => ({ user: null as StoredUser | null }), {
    name: USER_KEY,
    storage: createJSONStorage(() => siteStorage),
  }),
);

const TWO_FA_KEY = 'isTwoFa';
const PROMO_CODE_KEY = 'userPromoCode';

/** Stores the other keys that the specification wants in local storage. They are for display only; the server decides. */
export function rememberPlayer(user: StoredUser, isTwoFa: boolean, userPromoCode: string): void {
  useStoredUser.setState({ user });
  siteStorage.setItem(TWO_FA_KEY, String(isTwoFa));
  siteStorage.setItem(PROMO_CODE_KEY, userPromoCode);
}

/** Without a session no data of a player is kept (S15). */
export function forgetUserWithoutToken(): void {
  if (readToken() || siteStorage.getItem(USER_KEY) === null) return;
  useStoredUser.setState({ user: null });
  siteStorage.removeItem(USER_KEY);
  siteStorage.removeItem(TWO_FA_KEY);
  siteStorage.removeItem(PROMO_CODE_KEY);
}

/** Removes everything that this browser stored of the session (E1). */
export function clearBrowserSession(): void {
  // a script can delete a cookie only with Max-Age 0; the server deletes it too
  document.cookie = `${TOKEN_COOKIE}=; Path=/; Max-Age=0`;
  siteStorage.clear();
}
