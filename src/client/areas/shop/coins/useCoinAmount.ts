import { useEffect, useRef } from 'react';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { settledCoins, type CoinRules } from './coinAmount.ts';
import { useShopDraft } from '#/client/areas/shop/cart/shopDraft.ts';

const setCoins = (coins: number | null) => useShopDraft.setState({ coins });

/** The amount in the form, which survives a reload. When the typing stops, too small amounts are raised (S4). */
export function useCoinAmount(rules: CoinRules) {
  const chosen = useShopDraft((draft) => draft.coins);
  const coins = chosen === undefined ? rules.initialCoins : chosen;
  const input = useRef<HTMLInputElement>(null);
  const settled = settledCoins(coins, rules);

  useEffect(() => {
    if (settled === coins) return undefined;
    const timer = setTimeout(() => {
      setCoins(settled);
      // a visitor who types on replaces the amount instead of adding to it
      requestAnimationFrame(() => {
        if (document.activeElement === input.current) input.current?.select();
      });
    }, tuning.dom.lowAmountMs);
    return () => clearTimeout(timer);
  }, [coins, settled]);

  return { coins, setCoins, input };
}
