import type { Cart } from '#/contract/shop.ts';

/**
 * The Idempotency-Key of ordering a cart as it stands: the same after a reload and in another tab, so that every retry is
 * the same order; another one where something else is agreed to.
 */
export function orderKey({ id, total_cents }: Pick<Cart, 'id' | 'total_cents'>, method: string): string {
  return [id, total_cents, method].join('-');
}
