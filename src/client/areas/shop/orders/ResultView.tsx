import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Order } from '#/contract/orders.ts';
import { shopImage } from '#/client/platform/media/images.ts';
import { windowStorage } from '#/client/platform/api/browserStorage.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { readToken } from '#/client/platform/api/token.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { notify } from '#/client/ui/feedback/notify.ts';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import { Picture } from '#/client/ui/display/Picture.tsx';
import { Spinner } from '#/client/ui/display/Spinner.tsx';
import { OrderReceipt } from './OrderReceipt.tsx';
import { publishPurchase } from '#/client/areas/shop/payment/orderQueries.ts';
import type { OrderView } from '#/client/areas/shop/payment/orderView.ts';
import { PayOtherWay } from '#/client/areas/shop/payment/PayOtherWay.tsx';
import styles from './ResultPage.module.css';
import { storePath } from '#/client/areas/shop/cart/storePath.ts';
import { forgetProduct } from '#/client/areas/shop/cart/storedProduct.ts';
import { purchasePath } from '#/client/areas/shop/cart/askedPurchase.ts';
import { isKnownSuccess, supportLink } from './orderLinks.ts';
import { placeOf, wayToUse } from '#/client/areas/shop/cart/wayToUse.ts';

/** The result of an order with its receipt and the next step (S12). Screen readers announce changes. */
export function ResultView({ order, view }: { order: Order; view: OrderView }) {
  const { t } = useTranslation('shop');
  const isLong = useIsLong(view.name === 'waiting' || view.name === 'granting');
  const isNews = !isKnownSuccess(useLocation().state);
  useSuccess(order, isNews && order.state === 'granted' && view.name !== 'withheld');
  return (
    <div className={styles.columns}>
      <Panel className={styles.words} tone={view.tone === 'good' ? 'lit' : 'panel'} data-view={view.name}>
        <div className={styles.picture}>
          <Picture files={shopImage(order.image)} />
        </div>
        <span className={styles.sign} data-tone={view.tone}>
          {view.tone === 'wait' ? <Spinner /> : <Icon name={SIGNS[view.tone]} />}
        </span>
        <div aria-live="polite" className={styles.said}>
          <h1>{t(`result.views.${view.name}.title`)}</h1>
          <p>
            {t(`result.views.${view.name}.text`, { email: pageConfig.supportEmail, number: order.number })}
          </p>
          {isLong && <p>{t('result.long')}</p>}
          {view.tone === 'good' && <Where order={order} />}
        </div>
        <Steps order={order} view={view} />
      </Panel>
      <OrderReceipt order={order} />
    </div>
  );
}

/** Where the purchase is now. A visitor reads whose account has it, and how to get there. */
function Where({ order }: { order: Order }) {
  const { t } = useTranslation('shop');
  const { account, server_name: server, number, product_type: type } = order;
  return (
    <p>
      {readToken()
        ? t(`where.${placeOf(type, order.deliveries.length > 0)}`)
        : t('result.guest', { account, server, number })}
    </p>
  );
}

const SIGNS = { good: 'checkCircle', bad: 'warning', quiet: 'info' } as const;

function Steps({ order, view: { step, tone } }: { order: Order; view: OrderView }) {
  const { t } = useTranslation('shop');
  const here = (path: string) => inLocale(pageConfig.locale, path);
  // a visitor may have paid for an account they are not signed in to
  const isGuest = tone === 'good' && !readToken();
  const use = tone === 'good' && !isGuest ? wayToUse(order) : undefined;
  const { purpose } = order;
  return (
    <div className={styles.steps}>
      {step === 'pay' && order.pay_url && (
        <ButtonLink to={order.pay_url} reloadDocument icon="card">
          {t('result.pay')}
        </ButtonLink>
      )}
      {step === 'pay' && <PayOtherWay order={order} />}
      {step === 'again' && (
        <ButtonLink to={storePath(order)} icon="reload">
          {t('result.again')}
        </ButtonLink>
      )}
      {step === 'support' && (
        <ButtonLink to={supportLink(order, t)} reloadDocument icon="envelope">
          {t('result.support')}
        </ButtonLink>
      )}
      {use && purpose && (
        <ButtonLink to={purchasePath(purpose, order.id)} icon="coins">
          {t('result.finish', { name: purpose.name })}
        </ButtonLink>
      )}
      {use && (
        <ButtonLink to={use.path} icon={use.icon} variant={purpose ? 'secondary' : 'primary'}>
          {t(`orders.${use.name}`)}
        </ButtonLink>
      )}
      {isGuest && (
        <>
          <ButtonLink to={here(paths.auth)} icon="signIn">
            {t('result.signIn')}
          </ButtonLink>
          <ButtonLink to={here(paths.signUp)} variant="secondary" icon="user">
            {t('result.signUp')}
          </ButtonLink>
        </>
      )}
      <ButtonLink
        to={here(paths.donate)}
        variant={step || use || isGuest ? 'secondary' : 'primary'}
        icon="arrowLeft"
      >
        {t('result.toStore')}
      </ButtonLink>
      {readToken() && (
        <ButtonLink to={here(paths.orders)} variant="quiet" icon="user">
          {t('result.toCabinet')}
        </ButtonLink>
      )}
    </div>
  );
}

/** Whether the payment takes so long that the page must say so. */
function useIsLong(isWaiting: boolean): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setIsLong(true), tuning.dom.orderPoll.longWaitMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isWaiting && isLong;
}

/**
 * Celebrates a successful purchase once, and refreshes the data of all pages. Coins that were bought for a good lead back
 * to it, with its dialog open (S20); the way back leads here again.
 */
function useSuccess({ id, purpose }: Order, isGranted: boolean): void {
  const { t } = useTranslation(['shop', 'common']);
  const client = useQueryClient();
  const navigate = useNavigate();
  const next = purpose && purchasePath(purpose, id);
  useEffect(() => {
    const key = `paid:${id}`;
    if (!isGranted || windowStorage.getItem(key)) return;
    windowStorage.setItem(key, '1');
    const description = t(next ? 'result.topUpToast' : 'result.toast');
    notify({ type: 'success', title: t('common:toast.success'), description });
    forgetProduct();
    publishPurchase(client);
    if (next) void navigate(next);
  }, [client, navigate, isGranted, id, next, t]);
}
