import { Trans, useTranslation } from 'react-i18next';
import { pageConfig } from '../pageConfig.ts';
import { Icon } from '../ui/Icon.tsx';
import { priceText } from '../ui/priceText.ts';
import styles from './BonusNote.module.css';
import type { CoinDeal } from './coinAmount.ts';
import { percentText } from './percentText.ts';

/** Which bonus the amount gets, and how far the next one is (S2). */
export function BonusNote({ tier, next }: Pick<CoinDeal, 'tier' | 'next'>) {
  const { t } = useTranslation('shop');
  const { locale } = pageConfig;
  if (!tier && !next) return null;
  const percentOf = (found: CoinDeal['tier']) => found && percentText(found.coefficientBasisPoints, locale);
  return (
    <p className={styles.note}>
      <Icon name="bolt" />
      <span>
        <Trans
          t={t}
          i18nKey={tier ? (next ? 'coins.note.between' : 'coins.note.best') : 'coins.note.below'}
          values={{
            percent: percentOf(tier),
            next: percentOf(next?.tier),
            missing: priceText({ currency: 'OC', amount: next?.missingCoins ?? 0 }, locale),
          }}
          components={{ lit: <b /> }}
        />
      </span>
    </p>
  );
}
