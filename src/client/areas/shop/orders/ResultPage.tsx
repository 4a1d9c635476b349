import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { orderIdInPath } from '#/contract/orders.ts';
import { ApiError } from '#/client/platform/api/api.ts';
import { shopImage } from '#/client/platform/media/images.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { ErrorState } from '#/client/ui/feedback/ErrorState.tsx';
import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { OrderDeliveries } from '#/client/domain/game/OrderDeliveries.tsx';
import { orderQuery } from '#/client/areas/shop/payment/orderQueries.ts';
import { orderView } from '#/client/areas/shop/payment/orderView.ts';
import { ResultView } from './ResultView.tsx';
import { loadErrorText } from '#/client/platform/i18n/errorText.ts';
import styles from './ResultPage.module.css';
import { ShopTrail } from '#/client/areas/shop/cart/ShopTrail.tsx';

/**
 * The page a buyer returns to after the payment (RT6). The address names the order; only the server knows its state.
 */
export function ResultPage() {
  const [query] = useSearchParams();
  const id = z.safeParse(orderIdInPath, query.get('order'));
  return (
    <div className={`wrap ${styles.page}`}>{id.success ? <Result id={id.data} /> : <UnknownOrder />}</div>
  );
}

function Result({ id }: { id: string }) {
  const { t } = useTranslation('shop');
  const { pathname } = useLocation();
  const { data, error, isPending, isFetching, refetch } = useQuery(orderQuery(id));
  if (data) {
    const view = orderView(data, pathname.endsWith(paths.donateFail));
    return (
      <>
        <ShopTrail here={t(crumbOf(view.tone))} />
        <ResultView order={data} view={view} />
        <OrderDeliveries deliveries={data.deliveries} />
      </>
    );
  }
  if (isPending)
    return (
      <Loading className={styles.columns} label={t('result.loading')}>
        <Skeleton height="320px" />
        <Skeleton height="480px" />
      </Loading>
    );
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <UnknownOrder />;
  return (
    <ErrorState
      as="h1"
      title={t('result.failed')}
      text={loadErrorText(error, t('result.failedText'))}
      retryLabel={t('checkout.retry')}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

function UnknownOrder() {
  const { t } = useTranslation('shop');
  return (
    <>
      <ShopTrail here={t('crumbs.failure')} />
      <div role="alert">
        <EmptyState
          as="h1"
          icon="warning"
          title={t('result.unknown.title')}
          text={t('result.unknown.text')}
          picture={shopImage('items/padlock')}
          action={
            <ButtonLink to={inLocale(pageConfig.locale, paths.donate)} icon="arrowLeft">
              {t('result.toStore')}
            </ButtonLink>
          }
        />
      </div>
    </>
  );
}

function crumbOf(tone: ReturnType<typeof orderView>['tone']) {
  if (tone === 'good') return 'crumbs.success';
  return tone === 'bad' ? 'crumbs.failure' : 'result.title';
}
