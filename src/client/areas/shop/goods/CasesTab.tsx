import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SHOP_CASE_CELLS } from '#/contract/kernel/limits.ts';
import { caseImage } from '#/client/platform/media/images.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { letTravel, mayTravel, useTravel, warmUpPicture } from '#/client/platform/navigation/travel.ts';
import { shopCasesQuery } from '#/client/domain/queries/shopQueries.ts';
import { Button, ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { ErrorState } from '#/client/ui/feedback/ErrorState.tsx';
import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { formatCoins } from '#/client/platform/i18n/formatNumber.ts';
import { ProductCard } from '#/client/ui/surfaces/ProductCard.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { loadErrorText } from '#/client/platform/i18n/errorText.ts';
import styles from './CasesTab.module.css';
import { shopCaseQuery } from './queries.ts';

const cells = (count: number) => Array.from({ length: Math.max(0, count) }, (_, at) => at);

/** The cases of the shop, filled up with closed ones to `SHOP_CASE_CELLS` (S6). */
export function CasesTab() {
  const { t } = useTranslation('shop');
  const client = useQueryClient();
  const travel = useTravel();
  const { data, error, isPending, isFetching, refetch } = useQuery(shopCasesQuery);
  if (isPending)
    return (
      <Loading className={styles.grid} label={t('cases.loading')}>
        {cells(SHOP_CASE_CELLS).map((at) => (
          <Skeleton key={at} height="3 / 4" />
        ))}
      </Loading>
    );
  if (!data)
    return (
      <ErrorState
        title={t('cases.failedTitle')}
        text={loadErrorText(error, t('cases.failedText'))}
        retryLabel={t('donate.retry')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return (
    <ul className={styles.grid}>
      {data.map(({ id, name, imageName, fromCoins }) => {
        const action =
          fromCoins === null ? t('cases.look') : t('cases.buyFrom', { price: formatCoins(fromCoins) });
        return (
          <li key={id}>
            <ProductCard name={name} heading="h2" picture={caseImage(imageName)} pictureStyle={travel(id)}>
              <ButtonLink
                to={inLocale(pageConfig.locale, paths.donateCase(id))}
                viewTransition={mayTravel()}
                onFocus={() => letTravel(id)}
                onPointerEnter={() => {
                  letTravel(id);
                  warmUpPicture(caseImage(imageName, 'hero'));
                  void client.prefetchQuery(shopCaseQuery(id));
                }}
                variant="secondary"
                wide
                aria-label={t('cases.buyNamed', { action, name })}
              >
                {action}
              </ButtonLink>
            </ProductCard>
          </li>
        );
      })}
      {cells(SHOP_CASE_CELLS - data.length).map((at) => (
        <li key={`closed ${at}`} aria-hidden="true">
          <ProductCard name={t('cases.closed')} heading="h2" picture={caseImage('closed')} state="closed">
            <Button variant="secondary" wide disabled>
              {t('donate.soon')}
            </Button>
          </ProductCard>
        </li>
      ))}
    </ul>
  );
}
