import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { pageConfig } from '../pageConfig.ts';
import { shopCasesQuery } from '../shopQueries.ts';
import { priceText } from '../ui/priceText.ts';
import { useCoinWorth } from '../useCoinWorth.ts';
import styles from './CaseHero.module.css';

/** What one more of this case costs today, in coins and in euro; its line is kept until that is known. */
export function CasePrice({ id }: { id: number }) {
  const { t } = useTranslation('cases');
  const { data, isPending } = useQuery(shopCasesQuery);
  const worth = useCoinWorth();
  const coins = data?.find((box) => box.id === id)?.fromCoins ?? null;
  const euro = coins === null ? undefined : worth(coins);
  if (coins === null) return isPending && <p className={styles.price} />;
  const price = priceText({ currency: 'OC', amount: coins }, pageConfig.locale);
  return (
    <p className={styles.price}>
      {t('case.price')} <b>{price}</b> {euro && <span>{t('case.worth', { price: euro })}</span>}
    </p>
  );
}
