import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

/** What a visitor has typed into the shop: it outlives a tab, a failed request and a reload, not the window. */
interface ShopDraft {
  server: string;
  login: string;
  /** null while the field is empty; undefined before anything was chosen. */
  coins?: number | null;
  /** Pieces by the id of the good. */
  quantities: Record<number, number>;
}

export const useShopDraft = create<ShopDraft>()(
  persist((): ShopDraft => ({ server: '', login: '', quantities: {} }), {
    name: 'shopDraft',
    storage: createJSONStorage(() => sessionStorage),
  }),
);

/** @param quantity undefined forgets it */
export function draftQuantity(goodsId: number, quantity: number | undefined): void {
  useShopDraft.setState(({ quantities }) => {
    const { [goodsId]: _forgotten, ...others } = quantities;
    return { quantities: quantity === undefined ? others : { ...others, [goodsId]: quantity } };
  });
}
