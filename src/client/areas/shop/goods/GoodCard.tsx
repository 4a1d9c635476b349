import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { centsOf } from '#/contract/kernel/amounts.ts';
import { GOODS_MAX_QUANTITY } from '#/contract/kernel/limits.ts';
import type { Good } from '#/contract/shop.ts';
import { shopImage } from '#/client/platform/media/images.ts';
import { Badge } from '#/client/ui/display/Badge.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { NumberStepper } from '#/client/ui/inputs/NumberStepper.tsx';
import { formatCoins, formatEuro } from '#/client/platform/i18n/formatNumber.ts';
import { ProductCard } from '#/client/ui/surfaces/ProductCard.tsx';
import { useCoinWorth } from '#/client/domain/queries/shopQueries.ts';
import type { CoinRules } from '#/client/areas/shop/coins/coinAmount.ts';
import styles from './GoodCard.module.css';
import { Saving } from './Saving.tsx';
import { Shortage } from './Shortage.tsx';
import { goodsQuantityOf, mostPieces, wayToBuy, type WayToBuy } from './wayToBuy.ts';
import { draftQuantity, useShopDraft } from '#/client/areas/shop/cart/shopDraft.ts';

interface GoodCardProps {
  good: Good;
  /** OC; null for a visitor. */
  balance: number | null;
  isPending: boolean;
  /** The rules for buying coins; undefined while they are not sold. */
  rules: CoinRules | undefined;
  /** Number of pieces that the address asks to buy, for which a shortage shows at once (S20). */
  askedQuantity: number | undefined;
  onTopUp: (choice: { good: Good; quantity: number }, coins: number) => void;
  /** Returns the reason why the last click was refused. */
  failureOf: (choice: { good: Good; quantity: number }) => string[];
  onBuy: (choice: { good: Good; quantity: number }, way: WayToBuy) => void;
}

/** One good with its stepper and its price (S8, S9). */
export function GoodCard({
  good,
  balance,
  isPending,
  rules,
  askedQuantity,
  onTopUp,
  failureOf,
  onBuy,
}: GoodCardProps) {
  const { t } = useTranslation('shop');
  const worth = useCoinWorth();
  const most = mostPieces(good);
  const drafted = useShopDraft((draft) => draft.quantities[good.id]);
  const quantity = goodsQuantityOf(String(drafted ?? 1), Math.max(1, most));
  /** The last click that the player could not pay. */
  const [refused, setRefused] = useState<{ quantity: number; click: number } | null>(null);

  const inCoins = good.price <= 0;
  const priceOf = (pieces: number) =>
    inCoins ? formatCoins(good.premiumCoinsPrice * pieces) : formatEuro(centsOf(good.price) * pieces);
  const way = wayToBuy(good, quantity, balance);
  const missing = good.premiumCoinsPrice * quantity - (balance ?? 0);
  const isTooDear = [refused?.quantity, askedQuantity].includes(quantity) && way === 'tooDear';
  const said = t('goods.notEnough', { missing: formatCoins(missing) });
  const euro = inCoins && worth(good.premiumCoinsPrice * quantity);
  return (
    <ProductCard
      name={good.name}
      picture={shopImage(good.image)}
      state={most > 0 ? 'open' : 'closed'}
      text={good.description}
      corner={<Corner count={good.count} />}
      note={
        <>
          <Saving good={good} quantity={quantity} />
          <span className={styles.note}>
            {quantity > 1 && <span>{t('byCoin.sum', { pieces: quantity, price: priceOf(1) })}</span>}{' '}
            {euro && <span>{t('goods.worth', { price: euro })}</span>}
          </span>
        </>
      }
    >
      <div className={styles.buy}>
        <NumberStepper
          name={`quantity${good.id}`}
          label={t('goods.quantity', { name: good.name })}
          isLabelUnseen
          value={quantity}
          onValueChange={(next) => draftQuantity(good.id, next)}
          min={1}
          max={Math.max(1, most)}
          decreaseLabel={t('goods.less', { name: good.name })}
          increaseLabel={t('goods.more', { name: good.name })}
          kindLabel={t('donate.numberField')}
          error={isTooDear ? said : undefined}
          disabled={most === 0}
        />
        <Button
          variant="secondary"
          wide
          icon={way === 'signIn' ? 'signIn' : undefined}
          busy={isPending && !isTooDear}
          disabled={most === 0}
          aria-label={t(
            most === 0 ? 'goods.soldOutNamed' : `goods.${way === 'signIn' ? 'signIn' : 'buy'}Named`,
            {
              name: good.name,
              price: priceOf(quantity),
            },
          )}
          onClick={() => {
            setRefused(way === 'tooDear' ? { quantity, click: (refused?.click ?? 0) + 1 } : null);
            onBuy({ good, quantity }, way);
          }}
        >
          {most === 0 ? t('goods.soldOut') : priceOf(quantity)}
        </Button>
        {isTooDear && (
          <Shortage
            // takes the focus after a click, not when the balance changes
            key={refused?.click}
            said={said}
            missingCoins={missing}
            rules={rules}
            isPending={isPending}
            onTopUp={(coins) => onTopUp({ good, quantity }, coins)}
          />
        )}
      </div>
      <FormAlert sentences={failureOf({ good, quantity })} />
    </ProductCard>
  );
}

/** Shows the stock when it is small. */
function Corner({ count }: { count: number | null }) {
  const { t } = useTranslation('shop');
  if (count === null || count > GOODS_MAX_QUANTITY) return null;
  return count === 0 ? (
    <Badge>{t('goods.soldOut')}</Badge>
  ) : (
    <Badge tone="tail">{t('goods.left', { pieces: count })}</Badge>
  );
}
