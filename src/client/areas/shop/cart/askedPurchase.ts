import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { orderIdInPath } from '#/contract/orders.ts';
import { goodsQuantity, type Purpose } from '#/contract/shop.ts';
import { storePath } from './storePath.ts';

/** A purchase with coins that the address of a page of the shop asks for. It opens the dialog, and buys nothing (S20). */
export interface AskedPurchase {
  goodsId: number;
  quantity: number;
  /** Unit price in OC when the player decided. */
  priceBefore: number;
  /** The order of coins that was made for it. */
  orderId: string | null;
}

const whole = z.pipe(
  z.string().check(z.regex(/^\d{1,9}$/)),
  z.transform((digits) => Number(digits)),
);
const query = z.object({
  buy: whole,
  quantity: z.pipe(whole, goodsQuantity),
  price: whole,
  order: z.optional(orderIdInPath),
});

/** The path of a page of the shop with the dialog of a purchase open. */
export function purchasePath(purpose: Purpose, orderId?: string): string {
  const { goods_id: buy, product_qty: quantity, price } = purpose;
  const [path = '', hash] = storePath(purpose).split('#');
  const search = new URLSearchParams({
    buy: String(buy),
    quantity: String(quantity),
    price: String(price),
    ...(orderId && { order: orderId }),
  });
  return `${path}?${search}${hash ? `#${hash}` : ''}`;
}

/** Loads the page again after a purchase, without the purchase in its address. */
export function reloadWithoutQuery(): void {
  location.replace(location.pathname + location.hash);
}

/** The purchase in the page's address, and how to put another one there. The history keeps one entry for the page. */
export function useAskedPurchase(): [
  AskedPurchase | null,
  (next: Omit<AskedPurchase, 'orderId'> | null) => void,
] {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const parsed = z.safeParse(query, Object.fromEntries(new URLSearchParams(search)));
  const asked = parsed.success
    ? {
        goodsId: parsed.data.buy,
        quantity: parsed.data.quantity,
        priceBefore: parsed.data.price,
        orderId: parsed.data.order ?? null,
      }
    : null;
  const ask = (next: Omit<AskedPurchase, 'orderId'> | null) => {
    const { goodsId, quantity, priceBefore } = next ?? {};
    const words = next ? `?buy=${goodsId}&quantity=${quantity}&price=${priceBefore}` : '';
    void navigate({ search: words, hash }, { replace: true, preventScrollReset: true });
  };
  return [asked, ask];
}
