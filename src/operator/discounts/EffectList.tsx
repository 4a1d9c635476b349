import { useTranslation } from 'react-i18next';
import type { DiscountEffect } from '#/contract/operator/discounts.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { formatCoins, formatEuro, formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { Icon } from '#/client/ui/display/Icon.tsx';
import styles from './Discounts.module.css';

/** Hundredths of a percent. At this return and above, opening a case pays back its price. */
const PAYS_BACK = 10_000;

/** Effect of a code: worked examples, and a warning about the case with the highest return. */
export function EffectList({ effect: { examples, strongest } }: { effect: DiscountEffect }) {
  const { t } = useTranslation(['operatorDiscounts', 'operator']);
  const { locale } = pageConfig;
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const whatOf = ({ names, coins, bonusCoins }: DiscountEffect['examples'][number]) => {
    if (names) return names[locale];
    return bonusCoins > 0
      ? t('operator:orders.coinsWithBonus', { coins: formatCoins(coins), bonus: formatNumber(bonusCoins) })
      : formatCoins(coins);
  };
  return (
    <div className={styles.effect}>
      <ul className={styles.examples}>
        {examples.map((example) => (
          <li key={`${example.priceCents} ${whatOf(example)}`}>
            <span>{whatOf(example)}</span>
            <span className={styles.prices}>
              <del>{formatEuro(example.priceCents)}</del>
              <span aria-hidden="true">→</span>
              <ins>{formatEuro(example.totalCents)}</ins>
            </span>
          </li>
        ))}
      </ul>
      {strongest && (
        <p className={styles.strongest} data-bad={strongest.returned >= PAYS_BACK || undefined}>
          <Icon name={strongest.returned >= PAYS_BACK ? 'warning' : 'info'} />
          <span>
            {t(strongest.returned >= PAYS_BACK ? 'effect.paysBack' : 'effect.strongest', {
              case: strongest.case[locale],
              good: strongest.good[locale],
              price: formatEuro(strongest.totalCents),
              share: share.format(strongest.returned / 10_000),
            })}
          </span>
        </p>
      )}
    </div>
  );
}
