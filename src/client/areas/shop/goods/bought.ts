import * as z from 'zod/mini';
import { type Good, purchaseType } from '#/contract/shop.ts';

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
  sessionStorage.setItem(KEY, JSON.stringify({ order, name, quantity, product_type, case_id }));
}

/** Takes the stored purchase, so that it is shown once. Null without one. */
export function takeBought(): Bought | null {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  try {
    const parsed = z.safeParse(bought, JSON.parse(text ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
