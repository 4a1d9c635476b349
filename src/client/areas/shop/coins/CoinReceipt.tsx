import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsClosed } from '#/client/platform/api/closedParts.ts';
import { ClosedNote } from '#/client/platform/forms/ClosedNote.tsx';
import { formatDate } from '#/client/platform/i18n/formatDate.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { Receipt } from '#/client/ui/surfaces/Receipt.tsx';
import { useTicking } from '#/client/ui/display/useTicking.ts';
import { useHydrated } from '#/client/platform/hydration/useHydrated.ts';
import type { CoinDeal } from './coinAmount.ts';
import styles from './CoinReceipt.module.css';
import { CoinWord } from './CoinWord.tsx';
import { type CoinSentences, coinWords } from './coinWords.ts';

interface CoinReceiptProps {
  deal: CoinDeal;
  sentences: CoinSentences;
  /** Server and account, if known. */
  buyer: readonly string[];
  canPay: boolean;
  isPending: boolean;
  failure: readonly string[];
}

/** The receipt of the chosen amount, with the button that submits the form (S2). */
export function CoinReceipt({ deal, sentences, buyer, canPay, isPending, failure }: CoinReceiptProps) {
  const { t } = useTranslation('shop');
  const isClosed = useIsClosed('shop');
  // the server does not know the reader's time zone
  const isHydrated = useHydrated();
  const today = useMemo(() => (isHydrated ? formatDate(new Date().toISOString()) : '\u00A0'), [isHydrated]);
  const ticking: CoinDeal = {
    ...deal,
    coins: useTicking(deal.coins),
    bonusCoins: useTicking(deal.bonusCoins),
    receivedCoins: useTicking(deal.receivedCoins),
    priceCents: useTicking(deal.priceCents),
  };
  const words = coinWords(ticking, sentences, pageConfig.locale);
  const word = (place: keyof typeof words) => <CoinWord place={place} words={words} />;
  return (
    <Receipt
      issuer="ONE STORE"
      title={t('coins.receipt.title')}
      note={[today, ...buyer.filter(Boolean)].join(' · ')}
      rows={[
        { label: t('coins.receipt.coins'), value: word('coins') },
        { label: words.factor, drawnLabel: word('factor'), value: word('bonus'), tone: 'bonus' },
        { label: t('coins.receipt.received'), value: word('received') },
      ]}
      totalLabel={t('coins.receipt.total')}
      total={word('price')}
    >
      <div className={styles.pay}>
        <FormAlert sentences={failure} />
        <ClosedNote part="shop" />
        <Button
          type="submit"
          wide
          icon="arrowRight"
          busy={isPending}
          disabled={!canPay && !isPending}
          spent={isClosed}
        >
          {t(isPending ? 'coins.receipt.paying' : 'coins.receipt.pay')}
        </Button>
      </div>
    </Receipt>
  );
}
