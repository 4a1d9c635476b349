import * as z from 'zod/mini';
import { cartReply, type Cart } from '#/contract/shop.ts';
import { siteStorage } from '#/client/platform/api/browserStorage.ts';

/** Key that the specification prescribes for the locally stored product. It is removed with the session. */
const KEY = 'product';

/** Stores the saved cart, so that the next page can show what has changed since (RT5). */
export function storeProduct(cart: Cart): void {
  siteStorage.setItem(KEY, JSON.stringify(cart));
}

/** Reads the stored cart, for display only. Null if there is none, or if another version of the site wrote it. */
export function storedProduct(): Cart | null {
  try {
    const parsed = z.safeParse(cartReply, JSON.parse(siteStorage.getItem(KEY) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Removes the stored cart. */
export function forgetProduct(): void {
  siteStorage.removeItem(KEY);
}
