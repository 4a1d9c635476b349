import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import coinUrl from '#assets/brand/coin.webp';
import { centsOf, euroOf } from '#/contract/kernel/amounts.ts';
import type { GameServer } from '#/contract/landing.ts';
import type { Product } from '#/contract/shop.ts';
import { captchaAhead } from '#/client/domain/forms/captcha.ts';
import { formatEuro, formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import { SliderField } from '#/client/ui/inputs/SliderField.tsx';
import type { CoinAnswers } from './answerCoins.ts';
import { BonusNote } from './BonusNote.tsx';
import { BuyerFields } from '#/client/areas/shop/cart/BuyerFields.tsx';
import { PayBar } from '#/client/areas/shop/cart/PayBar.tsx';
import { canBuyCoins, coinDealOf, coinRulesOf } from './coinAmount.ts';
import { CoinReceipt } from './CoinReceipt.tsx';
import { coinStopsOf } from './coinStops.ts';
import styles from './CoinTab.module.css';
import { CoinTiers } from './CoinTiers.tsx';
import { CoinWord } from './CoinWord.tsx';
import { coinWords } from './coinWords.ts';
import { useBuyer, type Buyer } from '#/client/areas/shop/cart/useBuyer.ts';
import { useBuyerForm } from '#/client/areas/shop/cart/useBuyerForm.ts';
import { useCartPurchase } from '#/client/areas/shop/cart/useCartPurchase.ts';
import { useCoinAmount } from './useCoinAmount.ts';
import { useCoinSentences } from './useCoinSentences.ts';

const toForm = captchaAhead('cart');
const FORM_ID = 'coins';

interface CoinTabProps {
  product: Product;
  servers: readonly GameServer[];
}

/** Buys One Coins (S2). */
export function CoinTab({ product, servers }: CoinTabProps) {
  const buyer = useBuyer(servers);
  return <CoinForm key={buyer.name} product={product} servers={servers} buyer={buyer} />;
}

function CoinForm({ product, servers, buyer }: CoinTabProps & { buyer: Buyer }) {
  const { t } = useTranslation('shop');
  const { locale } = pageConfig;
  const rules = useMemo(() => coinRulesOf(product), [product]);
  const sentences = useCoinSentences();
  const answers: CoinAnswers = { rules, sentences, locale };
  const { ticks, stops } = useMemo(() => coinStopsOf(rules), [rules]);
  const { coins, setCoins, input } = useCoinAmount(rules);
  const form = useBuyerForm(buyer);
  const [server, login] = useWatch({ control: form.control, name: ['server', 'login'] });
  const { isPending, failure, priceBefore, save } = useCartPurchase(form);

  const deal = coinDealOf(Math.min(rules.mostCoins, coins ?? 0), rules);
  const words = coinWords(deal, sentences, locale);
  const canPay = canBuyCoins(coins, rules);
  const submit = form.handleSubmit(async (values) => {
    if (!canPay) return;
    await save(values, { product_type: 'one_coin', amount: coins, price: euroOf(deal.priceCents) });
  });
  const changed =
    priceBefore !== null && centsOf(priceBefore) !== deal.priceCents
      ? [
          t('donate.priceWas', {
            before: formatEuro(centsOf(priceBefore)),
            after: formatEuro(deal.priceCents),
          }),
        ]
      : [];

  return (
    <form
      id={FORM_ID}
      className={styles.form}
      noValidate
      ref={toForm}
      onSubmit={(event) => void submit(event)}
      data-answers={JSON.stringify(answers)}
    >
      <Panel as="div" className={styles.fields}>
        <BuyerFields control={form.control} servers={servers} isLocked={buyer.isLocked} />
        <SliderField
          name="amount"
          label={t('coins.amount', {
            least: formatNumber(rules.leastCoins),
            most: formatNumber(rules.mostCoins),
          })}
          value={coins}
          onValueChange={setCoins}
          min={rules.leastCoins}
          max={rules.mostCoins}
          step={1}
          stops={stops}
          ticks={ticks}
          unit="OC"
          equals={{ label: t('coins.price'), value: <CoinWord place="price" words={words} /> }}
          imageUrl={coinUrl}
          locale={locale}
          ref={input}
        />
        {rules.tiers.length > 0 && <BonusNote words={words} />}
      </Panel>
      <CoinTiers tiers={rules.tiers} current={deal.tier} onSelect={setCoins} />
      <CoinReceipt
        deal={deal}
        sentences={sentences}
        buyer={[servers.find(({ key }) => key === server)?.name ?? '', login.trim()]}
        canPay={canPay}
        isPending={isPending}
        failure={[...failure, ...changed]}
      />
      <PayBar
        formId={FORM_ID}
        totalLabel={t('coins.receipt.total')}
        total={words.price}
        bonus={deal.bonusCoins > 0 && `${words.received} (${words.bonus})`}
        isPending={isPending}
        disabled={!canPay && !isPending}
        icon="arrowRight"
      >
        {t('coins.receipt.pay')}
      </PayBar>
    </form>
  );
}
