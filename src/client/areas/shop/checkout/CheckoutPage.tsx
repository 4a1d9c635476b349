import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { ApiError } from '#/client/platform/api/api.ts';
import { errorTextOf, loadErrorText } from '#/client/platform/i18n/errorText.ts';
import { donateDataQuery } from '#/client/domain/queries/shopQueries.ts';
import { shopImage } from '#/client/platform/media/images.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { ErrorState } from '#/client/ui/feedback/ErrorState.tsx';
import { Checkout } from './Checkout.tsx';
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx';
import styles from './CheckoutPage.module.css';
import { cartQuery } from '#/client/areas/shop/payment/orderQueries.ts';
import { ShopTrail } from '#/client/areas/shop/cart/ShopTrail.tsx';
import { storedProduct } from '#/client/areas/shop/cart/storedProduct.ts';
import { storePath } from '#/client/areas/shop/cart/storePath.ts';

/** The page that shows a purchase before it is paid (RT5, S11). */
export function CheckoutPage() {
  const { t } = useTranslation('shop');
  return (
    <div className={`wrap ${styles.page}`}>
      <ShopTrail here={t('crumbs.verification')} />
      <h1>{t('checkout.title')}</h1>
      <CurrentCart />
    </div>
  );
}

function CurrentCart() {
  const { t } = useTranslation('shop');
  const { data, error, isPending, isFetching, fetchStatus, refetch } = useQuery(cartQuery);
  const shop = useQuery(donateDataQuery);
  useEffect(() => {
    // the browser restored the page after the buyer had left for the payment, so the cart may be paid by now
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && void refetch();
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [refetch]);

  if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) {
    const wanted = data ?? storedProduct();
    const store = wanted ? storePath(wanted) : inLocale(pageConfig.locale, paths.donate);
    if (error.code === 'cartNotFound') return <Navigate to={store} replace />;
    return (
      <div role="alert">
        <EmptyState
          as="h2"
          icon="ticket"
          title={t('checkout.goneTitle')}
          text={wanted ? `${wanted.product}. ${errorTextOf(error)}` : errorTextOf(error)}
          picture={shopImage(wanted?.image ?? 'items/backpack')}
          action={
            <ButtonLink to={store} icon="arrowLeft">
              {t('checkout.toStore')}
            </ButtonLink>
          }
        />
      </div>
    );
  }
  const isOffline = fetchStatus === 'paused' || (data && shop.fetchStatus === 'paused' && shop.isPending);
  // on a phone the methods stand above the receipt, and would push it down if they came later (N20)
  if (data && !shop.isPending) return <Checkout cart={data} shop={shop} refetchCart={() => refetch()} />;
  if (!isOffline && (isPending || data)) return <CheckoutSkeleton label={t('checkout.loading')} />;
  return (
    <ErrorState
      as="h2"
      title={t(isOffline ? 'checkout.offlineTitle' : 'checkout.failed')}
      text={isOffline ? t('checkout.offlineText') : loadErrorText(error, t('checkout.failedText'))}
      retryLabel={t('checkout.retry')}
      busy={isFetching || shop.isFetching}
      onRetry={() => void Promise.all([refetch(), shop.refetch()])}
    />
  );
}
