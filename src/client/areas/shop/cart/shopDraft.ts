import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { windowStorage } from '#/client/platform/api/browserStorage.ts';

/**
 * Input that a visitor has typed into the shop. It survives a change of tab, a failed request and a reload, but not
 * the closing of the window.
 */
interface ShopDraft {
  server: string;
  login: string;
  /** null while the field is empty; undefined before anything was chosen. */
  coins?: number | null;
  /** Quantities by the id of the good. */
  quantities: Record<number, number>;
}

export const useShopDraft = create<ShopDraft>()(
  persist((): ShopDraft => ({ server: '', login: '', quantities: {} }), {
    name: 'shopDraft',
    storage: createJSONStorage(() => windowStorage),
  }),
);

/**
 * Stores the quantity of a good.
 * @param quantity undefined removes it
 */
export function draftQuantity(goodsId: number, quantity: number | undefined): void {
  useShopDraft.setState(({ quantities }) => {
    const { [goodsId]: _forgotten, ...others } = quantities;
    return { quantities: quantity === undefined ? others : { ...others, [goodsId]: quantity } };
  });
}
