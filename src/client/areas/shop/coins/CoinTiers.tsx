import { useTranslation } from 'react-i18next';
import { shopImage } from '#/client/platform/media/images.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { formatCoins } from '#/client/platform/i18n/formatNumber.ts';
import { TierCard } from '#/client/ui/surfaces/TierCard.tsx';
import type { CoinTier } from './coinAmount.ts';
import { formatBonus } from './coinWords.ts';
import styles from './CoinTiers.module.css';

interface CoinTiersProps {
  tiers: readonly CoinTier[];
  /** The tier that includes the amount. */
  current: CoinTier | undefined;
  onSelect: (coins: number) => void;
}

/** Scales of the pictures of the smallest and the largest tier, as shares of their place. */
const SCALE = { least: 0.8, most: 1.1 };

/** The bonus tiers. A click sets the amount to the lower bound of a tier (S2). */
export function CoinTiers({ tiers, current, onSelect }: CoinTiersProps) {
  const { t } = useTranslation('shop');
  const { locale } = pageConfig;
  if (tiers.length === 0) return null;
  const growth = (SCALE.most - SCALE.least) / Math.max(1, tiers.length - 1);
  return (
    <ul className={styles.tiers} aria-label={t('coins.tiers')}>
      {tiers.map((tier, at) => (
        <li key={tier.fromCents}>
          <TierCard
            title={tier.title}
            picture={shopImage(tier.image)}
            pictureScale={SCALE.least + at * growth}
            bonus={formatBonus(tier.coefficientBasisPoints, locale)}
            priceLabel={t('coins.tierFrom', {
              coins: formatCoins(tier.fromCoins),
            })}
            price={tier.priceText}
            selected={tier === current}
            onSelect={() => onSelect(tier.fromCoins)}
          />
        </li>
      ))}
    </ul>
  );
}
