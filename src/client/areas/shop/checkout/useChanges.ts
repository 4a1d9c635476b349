import { useState } from 'react';
import type { Cart } from '#/contract/shop.ts';
import { storedProduct } from '#/client/areas/shop/cart/storedProduct.ts';

interface Changes {
  /** The price the buyer agreed to, if it has changed; otherwise null. */
  beforeCents: number | null;
  /** Whether another purchase has replaced this one, for example in another tab. */
  isAnother: boolean;
  /** Marks the shown cart as agreed, or the cart that the buyer has just changed. */
  agree: (agreed?: Cart) => void;
}

/**
 * Compares a cart with the one to which the buyer last agreed. The price that they saw in the shop counts as agreed
 * (N2).
 */
export function useChanges(cart: Cart): Changes {
  const [agreed, setAgreed] = useState(() => {
    const stored = storedProduct();
    return stored?.id === cart.id ? stored : cart;
  });
  const isAnother = agreed.id !== cart.id;
  return {
    beforeCents: !isAnother && agreed.total_cents !== cart.total_cents ? agreed.total_cents : null,
    isAnother,
    agree: (next = cart) => setAgreed(next),
  };
}
