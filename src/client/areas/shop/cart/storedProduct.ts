import * as z from 'zod/mini';
import { cartReply, type Cart } from '#/contract/shop.ts';

/** The specification: "product stored locally"; beside the cart's cookie, and gone with the session. */
const KEY = 'product';

/** Keeps the saved cart, so that the page after the reload can tell what has changed since (RT5). */
export function storeProduct(cart: Cart): void {
  localStorage.setItem(KEY, JSON.stringify(cart));
}

/** What was stored, for showing only; null when there is none or it is of another version of the site. */
export function storedProduct(): Cart | null {
  try {
    const parsed = z.safeParse(cartReply, JSON.parse(localStorage.getItem(KEY) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export function forgetProduct(): void {
  localStorage.removeItem(KEY);
}
