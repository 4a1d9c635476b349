import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NO_BONUS_BASIS_POINTS } from '#/contract/amounts.ts';
import { dateText } from '../dateText.ts';
import { pageConfig } from '../pageConfig.ts';
import { Button } from '../ui/Button.tsx';
import { FormAlert } from '../ui/FormAlert.tsx';
import { priceText } from '../ui/priceText.ts';
import { Receipt } from '../ui/Receipt.tsx';
import { useTicking } from '../useTicking.ts';
import { useHydrated } from '../useHydrated.ts';
import type { CoinDeal } from './coinAmount.ts';
import styles from './CoinReceipt.module.css';

interface CoinReceiptProps {
  deal: CoinDeal;
  /** Server and account, as far as they are known. */
  buyer: readonly string[];
  canPay: boolean;
  isPending: boolean;
  failure: readonly string[];
}

/** What the coins come to, and the button that submits the form (S2). */
export function CoinReceipt({ deal, buyer, canPay, isPending, failure }: CoinReceiptProps) {
  const { t } = useTranslation('shop');
  const { locale } = pageConfig;
  const [today] = useState(() => dateText(new Date().toISOString()));
  // which day it is where the reader is, the server does not know
  const isHydrated = useHydrated();
  const coins = useTicking(deal.coins);
  const bonus = useTicking(deal.bonusCoins);
  const received = useTicking(deal.receivedCoins);
  const cents = useTicking(deal.priceCents);
  const oc = (amount: number) => priceText({ currency: 'OC', amount }, locale);
  const factor = new Intl.NumberFormat(locale).format(
    (deal.tier?.coefficientBasisPoints ?? NO_BONUS_BASIS_POINTS) / NO_BONUS_BASIS_POINTS,
  );
  return (
    <Receipt
      issuer="ONE STORE"
      title={t('coins.receipt.title')}
      note={[isHydrated ? today : '\u00A0', ...buyer.filter(Boolean)].join(' · ')}
      rows={[
        { label: t('coins.receipt.coins'), value: oc(coins) },
        { label: t('coins.receipt.bonus', { factor }), value: `+${oc(bonus)}`, tone: 'bonus' },
        { label: t('coins.receipt.received'), value: oc(received) },
      ]}
      totalLabel={t('coins.receipt.total')}
      total={priceText({ currency: 'EUR', cents }, locale)}
    >
      <div className={styles.pay}>
        <FormAlert sentences={failure} />
        <Button type="submit" wide icon="arrowRight" busy={isPending} disabled={!canPay && !isPending}>
          {t(isPending ? 'coins.receipt.paying' : 'coins.receipt.pay')}
        </Button>
      </div>
    </Receipt>
  );
}
