import styles from './Price.module.css';
import { formatPrice, type Price as PriceValue } from './formatPrice.ts';

type PriceProps = PriceValue & {
  locale: string;
  /** Price before a discount. */
  before?: PriceValue | undefined;
  /** Names the earlier price for a screen reader. */
  beforeLabel?: string | undefined;
  size?: 'small' | 'medium' | 'large';
};

/** A price in coins or in euro. */
export function Price({ locale, before, beforeLabel, size = 'medium', ...price }: PriceProps) {
  return (
    <span className={styles.price} data-size={size}>
      {before && (
        <s>
          <span className="unseen">{beforeLabel} </span>
          {formatPrice(before, locale)}
        </s>
      )}
      <span>{formatPrice(price, locale)}</span>
    </span>
  );
}
