import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { coinsToBuy } from '#/contract/kernel/amounts.ts';
import { type CoinRules, coinDealOf } from '#/client/areas/shop/coins/coinAmount.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { formatCoins, formatEuro } from '#/client/platform/i18n/formatNumber.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { Button, ButtonLink } from '#/client/ui/inputs/Button.tsx';
import styles from './GoodCard.module.css';

interface ShortageProps {
  /** The sentence that says what is missing. */
  said: string;
  missingCoins: number;
  /** Undefined while coins are not sold. */
  rules: CoinRules | undefined;
  isPending: boolean;
  onTopUp: (coins: number) => void;
}

/**
 * The way out of a shortage: exactly the top-up that covers it, with its bonus (S20). It takes the focus, so that it comes
 * into view and is announced together with what is missing.
 */
export function Shortage({ said, missingCoins, rules, isPending, onTopUp }: ShortageProps) {
  const { t } = useTranslation('shop');
  const wayOut = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const control = wayOut.current?.querySelector<HTMLElement>('a, button');
    control?.focus({ preventScroll: true });
    wayOut.current?.scrollIntoView({ block: 'center' });
  }, []);
  const coins = rules ? coinsToBuy(missingCoins, rules) : null;
  const deal = rules && coins !== null ? coinDealOf(coins, rules) : null;
  if (!deal)
    return (
      <div className={styles.shortage} ref={wayOut}>
        <ButtonLink
          to={inLocale(pageConfig.locale, paths.donateTab('one_coin'))}
          size="small"
          wide
          aria-label={`${t('goods.topUp')}. ${said}`}
        >
          {t('goods.topUp')}
        </ButtonLink>
      </div>
    );
  const topUp = t('goods.topUpFor', { price: formatEuro(deal.priceCents) });
  return (
    <div className={styles.shortage} ref={wayOut}>
      <Button wide busy={isPending} aria-label={`${topUp}. ${said}`} onClick={() => onTopUp(deal.coins)}>
        {topUp}
      </Button>
      <p>
        {deal.bonusCoins > 0
          ? t('goods.topUpBonus', { coins: formatCoins(deal.coins), bonus: formatCoins(deal.bonusCoins) })
          : t('goods.topUpPlain', { coins: formatCoins(deal.coins) })}{' '}
        {t('goods.topUpBack')}
      </p>
    </div>
  );
}
