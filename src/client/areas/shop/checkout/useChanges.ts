import { useState } from 'react';
import type { Cart } from '#/contract/shop.ts';
import { storedProduct } from '#/client/areas/shop/cart/storedProduct.ts';

interface Changes {
  /** What the purchase cost before, where that has changed. */
  beforeCents: number | null;
  /** Another purchase took its place, as from another tab. */
  isAnother: boolean;
  /** The buyer goes on with what is shown, or with what he has just changed himself. */
  agree: (agreed?: Cart) => void;
}

/** Watches a cart for what changed since the buyer last agreed to it; what they saw in the shop they agreed to (N2). */
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
