import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { shopCasesQuery, useCoinWorth } from '#/client/domain/queries/shopQueries.ts';
import { formatCoins } from '#/client/platform/i18n/formatNumber.ts';
import styles from './CaseHero.module.css';

/** The price of one more case, in coins and in euro. Its line keeps its height until the price is known. */
export function CasePrice({ id }: { id: number }) {
  const { t } = useTranslation('cases');
  const { data, isPending } = useQuery(shopCasesQuery);
  const worth = useCoinWorth();
  const coins = data?.find((box) => box.id === id)?.fromCoins ?? null;
  const euro = coins === null ? undefined : worth(coins);
  if (coins === null) return isPending && <p className={styles.price} />;
  const price = formatCoins(coins);
  return (
    <p className={styles.price}>
      {t('case.price')} <b>{price}</b> {euro && <span>{t('case.worth', { price: euro })}</span>}
    </p>
  );
}
