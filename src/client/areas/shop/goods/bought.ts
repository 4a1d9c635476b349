import * as z from 'zod/mini';
import { type Good, purchaseType } from '#/contract/shop.ts';
import { windowStorage } from '#/client/platform/api/browserStorage.ts';

const KEY = 'bought';
const bought = z.object({
  /** Public id of the order. */
  order: z.string(),
  name: z.string(),
  quantity: z.int(),
  product_type: purchaseType,
  case_id: z.nullable(z.int()),
});
export type Bought = z.infer<typeof bought>;

/** Stores a purchase with coins for the page that loads after it. */
export function storeBought(order: string, { name, product_type, case_id }: Good, quantity: number): void {
  windowStorage.setItem(KEY, JSON.stringify({ order, name, quantity, product_type, case_id }));
}

/** Reads the stored purchase. Null without one. */
export function storedBought(): Bought | null {
  try {
    const parsed = z.safeParse(bought, JSON.parse(windowStorage.getItem(KEY) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Forgets the stored purchase, so that it is shown once. */
export function forgetBought(): void {
  windowStorage.removeItem(KEY);
}
