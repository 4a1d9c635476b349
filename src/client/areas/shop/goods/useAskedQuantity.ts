import { useEffect } from 'react';
import type { AskedPurchase } from '#/client/areas/shop/cart/askedPurchase.ts';
import { draftQuantity } from '#/client/areas/shop/cart/shopDraft.ts';

/** Puts the quantity of the purchase in the address into the form. */
export function useAskedQuantity(asked: AskedPurchase | null): void {
  const { goodsId, quantity } = asked ?? {};
  useEffect(() => {
    if (goodsId !== undefined) draftQuantity(goodsId, quantity);
  }, [goodsId, quantity]);
}
