import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { PRODUCT_TYPES, type DonateData, type Product, type ProductType } from '#/contract/shop.ts';
import { caseImage } from '#/client/platform/media/images.ts';
import { laterPart } from '#/client/platform/hydration/laterPart.tsx';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { usePageTitle } from '#/client/platform/navigation/pageTitle.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { readToken } from '#/client/platform/api/token.ts';
import { donateDataQuery } from '#/client/domain/queries/shopQueries.ts';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { ErrorState } from '#/client/ui/feedback/ErrorState.tsx';
import type { IconName } from '#/client/ui/display/Icon.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { Tabs } from '#/client/ui/navigation/Tabs.tsx';
import { useHashTab } from '#/client/platform/navigation/useHashTab.ts';
import { useHydrated } from '#/client/platform/hydration/useHydrated.ts';
import { useLater } from '#/client/platform/hydration/useLater.ts';
import { CoinTab } from './coins/CoinTab.tsx';
import { loadErrorText } from '#/client/platform/i18n/errorText.ts';
import styles from './DonatePage.module.css';
import { DonateSkeleton } from './DonateSkeleton.tsx';
import { ShopTrail } from './cart/ShopTrail.tsx';

const ICONS: Record<ProductType, IconName> = {
  one_coin: 'coins',
  cases: 'case',
  Premium: 'crown',
  goods: 'percent',
  Services: 'wrench',
  product: 'backpack',
};

/** The code of these tabs is loaded later. The first tab works before it has arrived. */
const [CasesTab, fetchCasesTab] = laterPart(async () => (await import('./goods/CasesTab.tsx')).CasesTab);
const [GoodsTab, fetchGoodsTab] = laterPart(async () => (await import('./goods/GoodsTab.tsx')).GoodsTab);
const fetchTabs = () => Promise.all([fetchGoodsTab(), readToken() && fetchCasesTab()]);

/** The shop (RT3): a tab for each product, chosen by the hash. */
export function DonatePage() {
  const { t } = useTranslation('shop');
  const { data, error, isPending, isFetching, refetch } = useQuery(donateDataQuery);
  const { hash } = useLocation();
  const isHydrated = useHydrated();
  // without an account there are no cases to buy (S6)
  if (isHydrated && hash === '#cases' && !readToken())
    return <Navigate to={inLocale(pageConfig.locale, paths.landing)} replace />;
  if (isPending) return <DonateSkeleton label={t('donate.loading')} />;
  if (data) return <Shop data={data} />;
  return (
    <div className={`wrap ${styles.page}`}>
      <ErrorState
        as="h1"
        title={t('donate.failedTitle')}
        text={loadErrorText(error, t('donate.failedText'))}
        retryLabel={t('donate.retry')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    </div>
  );
}

function Shop({ data: { products, servers } }: { data: DonateData }) {
  const { t } = useTranslation('shop');
  const shown = products.filter(({ type }) => type !== 'cases' || readToken());
  const find = (type: ProductType) => shown.find((product) => product.type === type);
  const [tab, select] = useHashTab(PRODUCT_TYPES, (type) => find(type)?.is_coming_soon === false);
  const current = find(tab);
  // the document, which knows no hash, has the title of the whole shop
  usePageTitle(tab === PRODUCT_TYPES[0] ? undefined : current?.tab_title);
  useLater(fetchTabs);
  if (!current || current.is_coming_soon)
    return (
      <div className={`wrap ${styles.page}`}>
        <EmptyState
          as="h1"
          icon="coins"
          title={t('donate.closedTitle')}
          text={t('donate.closedText')}
          picture={caseImage('closed')}
        />
      </div>
    );
  return (
    <div className={`wrap ${styles.page}`}>
      <ShopTrail here={current.tab_title} />
      <h1>{current.title}</h1>
      <Tabs
        label={t('donate.tabs')}
        value={tab}
        onValueChange={select}
        tabs={shown.map(({ type, tab_title: label, is_coming_soon: isAhead }) => ({
          value: type,
          label,
          icon: ICONS[type],
          disabled: isAhead,
          tag: isAhead ? t('donate.soon') : undefined,
        }))}
      >
        <Tab product={current} servers={servers} />
      </Tabs>
    </div>
  );
}

function Tab({ product, servers }: { product: Product; servers: DonateData['servers'] }) {
  if (product.type === 'one_coin') return <CoinTab product={product} servers={servers} />;
  return (
    <Suspense fallback={<Skeleton height="100vh" />}>
      {product.type === 'cases' ? <CasesTab /> : <GoodsTab product={product} servers={servers} />}
    </Suspense>
  );
}
