import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { centsOf, euroOf } from '#/contract/kernel/amounts.ts';
import type { GameServer } from '#/contract/landing.ts';
import type { Good } from '#/contract/shop.ts';
import { captchaAhead } from '#/client/domain/forms/captcha.ts';
import { caseImage } from '#/client/platform/media/images.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { ErrorState } from '#/client/ui/feedback/ErrorState.tsx';
import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import { formatEuro } from '#/client/platform/i18n/formatNumber.ts';
import { QuietCells } from '#/client/ui/surfaces/QuietCells.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { BuyerFields } from '#/client/areas/shop/cart/BuyerFields.tsx';
import { forgetBought, storedBought } from './bought.ts';
import { BoughtPanel } from './BoughtPanel.tsx';
import { ByCoinDialog } from './ByCoinDialog.tsx';
import { GoodCard } from './GoodCard.tsx';
import styles from './GoodsList.module.css';
import { goodsQuery } from './queries.ts';
import { createSendOnce } from '#/client/platform/api/retryKey.ts';
import { reloadWithoutQuery, useAskedPurchase } from '#/client/areas/shop/cart/askedPurchase.ts';
import { useCoinRules } from '#/client/areas/shop/coins/useCoinRules.ts';
import { errorText, loadErrorText } from '#/client/platform/i18n/errorText.ts';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { useBuyer, type Buyer } from '#/client/areas/shop/cart/useBuyer.ts';
import { useBuyerForm } from '#/client/areas/shop/cart/useBuyerForm.ts';
import { useCartPurchase } from '#/client/areas/shop/cart/useCartPurchase.ts';
import { sendForOrder } from './sendForOrder.ts';
import { useAskedQuantity } from './useAskedQuantity.ts';
import { type WayToBuy, wayToBuy } from './wayToBuy.ts';

const toForm = captchaAhead('cart');
/** Columns of the grid at each width, as in the style sheet. */
const COLUMNS = [2, 3, 4];
const SKELETONS = [1, 2, 3, 4];

interface GoodsListProps {
  servers: readonly GameServer[];
  /** Selects the server's goods that the list shows. */
  sells: (good: Good) => boolean;
  /** Content above the fields. */
  intro?: ReactNode;
}

/** The goods of the chosen server, for the named account (S8). */
export function GoodsList(props: GoodsListProps) {
  const buyer = useBuyer(props.servers);
  const [bought] = useState(storedBought);
  // not while rendering, because React may render a part of a loading page more than once
  useEffect(forgetBought, []);
  return (
    <>
      {bought && <BoughtPanel bought={bought} />}
      <GoodsForm key={buyer.name} {...props} buyer={buyer} />
    </>
  );
}

/** A click on a price. */
interface Choice {
  good: Good;
  quantity: number;
}

function GoodsForm({ servers, sells, intro, buyer }: GoodsListProps & { buyer: Buyer }) {
  const { t } = useTranslation('shop');
  const navigate = useNavigate();
  const form = useBuyerForm(buyer);
  const server = useWatch({ control: form.control, name: 'server' });
  const { isPending, failure, priceBefore, save } = useCartPurchase(form);
  const [sendOnce] = useState(() => createSendOnce());
  const [clicked, setClicked] = useState<number | null>(null);
  const [inDialog, setInDialog] = useState<Choice | null>(null);
  const [asked, ask] = useAskedPurchase();
  const rules = useCoinRules();
  // the first server's goods are shown until one is chosen
  const [first] = servers;
  const shown = servers.find(({ key }) => key === server) ?? first;
  const goods = useQuery({ ...goodsQuery(shown?.key ?? ''), enabled: shown !== undefined });
  const listed = goods.data?.filter(sells);
  const askedGood = listed?.find(({ id }) => id === asked?.goodsId);
  const askedChoice = asked && askedGood ? { good: askedGood, quantity: asked.quantity } : null;
  const isDialogAsked =
    askedChoice !== null &&
    buyer.isKnown &&
    wayToBuy(askedChoice.good, askedChoice.quantity, buyer.balance) === 'coins';
  const choice = inDialog ?? (isDialogAsked ? askedChoice : null);
  useAskedQuantity(asked);

  const buy = ({ good, quantity }: Choice, way: WayToBuy) => {
    setClicked(good.id);
    if (way === 'signIn') void navigate(inLocale(pageConfig.locale, paths.auth));
    else if (way === 'coins') setInDialog({ good, quantity });
    else if (way === 'cart')
      void form.handleSubmit((values) =>
        save(values, {
          product_type: good.product_type,
          goods_id: good.id,
          product_qty: quantity,
          price: euroOf(centsOf(good.price) * quantity),
        }),
      )();
  };
  const topUp = ({ good, quantity }: Choice, coins: number) => {
    setClicked(good.id);
    const { id: goodsId, premiumCoinsPrice: price } = good;
    // the way back from the payment, and a reload, lead to this purchase again
    ask({ goodsId, quantity, priceBefore: price });
    void form.handleSubmit((values) =>
      save(values, {
        product_type: 'one_coin',
        amount: coins,
        price: euroOf(coins * (rules?.basePriceCents ?? 0)),
        purpose: { goods_id: goodsId, product_qty: quantity, price },
      }),
    )();
  };
  const failureOf = ({ good, quantity }: Choice): string[] => {
    if (clicked !== good.id) return [];
    // the price of a top-up is the button's, which has the new one by now
    if (good.price <= 0) return failure;
    const after = centsOf(good.price) * quantity;
    if (priceBefore === null || centsOf(priceBefore) === after) return failure;
    return [
      ...failure,
      t('donate.priceWas', { before: formatEuro(centsOf(priceBefore)), after: formatEuro(after) }),
    ];
  };
  const current = choice && goods.data?.find(({ id }) => id === choice.good.id);

  return (
    <form className={styles.form} noValidate ref={toForm} onSubmit={(event) => event.preventDefault()}>
      <Panel as="div" tone="raised" className={styles.head}>
        {intro}
        <BuyerFields
          control={form.control}
          servers={servers}
          isLocked={buyer.isLocked}
          serverHint={server || !shown ? undefined : t('goods.showing', { server: shown.name })}
        />
      </Panel>
      {goods.isPending && (
        <Loading className={styles.grid} label={t('goods.loading')}>
          {SKELETONS.map((key) => (
            <Skeleton key={key} height="420px" />
          ))}
        </Loading>
      )}
      {goods.isError && !goods.data && (
        <ErrorState
          title={t('goods.failedTitle')}
          text={loadErrorText(goods.error, t('goods.failedText'))}
          retryLabel={t('donate.retry')}
          busy={goods.isFetching}
          onRetry={() => void goods.refetch()}
        />
      )}
      {listed?.length === 0 && (
        <EmptyState
          icon="stack"
          title={t('goods.emptyTitle')}
          text={t('goods.emptyText')}
          picture={caseImage('closed')}
        />
      )}
      {listed && listed.length > 0 && (
        <ul className={styles.grid} data-count={listed.length}>
          {listed.map((good) => (
            <li key={good.id}>
              <GoodCard
                good={good}
                balance={buyer.balance}
                isPending={isPending && clicked === good.id}
                rules={rules}
                askedQuantity={buyer.isKnown && asked?.goodsId === good.id ? asked.quantity : undefined}
                onTopUp={topUp}
                failureOf={failureOf}
                onBuy={buy}
              />
            </li>
          ))}
          <QuietCells taken={listed.length} columns={COLUMNS} />
        </ul>
      )}
      {asked && listed && !askedGood && <FormAlert sentences={[errorText('goodNotFound')]} />}
      <ByCoinDialog
        choice={choice && { ...choice, good: current ?? choice.good }}
        priceBefore={inDialog === null ? (asked?.priceBefore ?? null) : null}
        balance={buyer.balance ?? 0}
        sendOnce={inDialog === null && asked?.orderId ? sendForOrder(asked.orderId) : sendOnce}
        onClose={() => {
          setInDialog(null);
          if (asked) ask(null);
        }}
        reload={() => (asked ? reloadWithoutQuery() : location.reload())}
      />
    </form>
  );
}
