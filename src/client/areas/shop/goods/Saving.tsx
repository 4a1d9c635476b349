import { useTranslation } from 'react-i18next';
import { centsOf } from '#/contract/kernel/amounts.ts';
import type { Good } from '#/contract/shop.ts';
import { formatCoins, formatEuro, formatPercent } from '#/client/platform/i18n/formatNumber.ts';
import styles from './GoodCard.module.css';

interface SavingProps {
  good: Pick<Good, 'price' | 'premiumCoinsPrice' | 'parts_price'>;
  quantity: number;
}

/** What the parts of a good cost by themselves, crossed out, and what the good saves. The server computes it (S21). */
export function Saving({ good, quantity }: SavingProps) {
  const { t } = useTranslation('shop');
  if (good.parts_price === null) return null;
  const isInCoins = good.price <= 0;
  const price = isInCoins ? good.premiumCoinsPrice : centsOf(good.price);
  const parts = isInCoins ? good.parts_price : centsOf(good.parts_price);
  const format = isInCoins ? formatCoins : formatEuro;
  const percent = Math.floor(((parts - price) / parts) * 100);
  return (
    <p className={styles.saving}>
      <span>
        {t('goods.parts')} <s>{format(parts * quantity)}</s>
      </span>
      <b>
        −{format((parts - price) * quantity)}
        {percent > 0 && ` · ${formatPercent(percent)}`}
      </b>
    </p>
  );
}
