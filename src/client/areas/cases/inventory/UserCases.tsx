import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { caseImage } from '#/client/platform/media/images.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { letTravel, mayTravel, useTravel, warmUpPicture } from '#/client/platform/navigation/travel.ts';
import { warmUpRoulette } from '#/client/stage/index.ts';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { ErrorState } from '#/client/ui/feedback/ErrorState.tsx';
import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { ProductCard } from '#/client/ui/surfaces/ProductCard.tsx';
import { QuietCells } from '#/client/ui/surfaces/QuietCells.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { userCaseQuery, userCasesQuery } from '#/client/areas/cases/state/queries.ts';
import { loadErrorText } from '#/client/platform/i18n/errorText.ts';
import styles from './UserCases.module.css';

const SKELETONS = [1, 2, 3, 4];
/** Columns of the grid at each width, as in the style sheet. */
const COLUMNS = [2, 3, 4];

/** The player's cases with their pieces, and links to open them (C4). */
export function UserCases() {
  const { t } = useTranslation('cases');
  const client = useQueryClient();
  const travel = useTravel();
  const { data, error, isPending, isFetching, refetch } = useQuery(userCasesQuery);
  if (isPending) {
    return (
      <Loading className={styles.grid} label={t('inventory.loading')}>
        {SKELETONS.map((key) => (
          <Skeleton key={key} height="3 / 4" />
        ))}
      </Loading>
    );
  }
  if (!data) {
    return (
      <ErrorState
        title={t('inventory.failedTitle')}
        text={loadErrorText(error, t('inventory.failedText'))}
        retryLabel={t('inventory.retry')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data.length === 0)
    return (
      <EmptyState
        icon="case"
        title={t('inventory.emptyTitle')}
        text={t('inventory.emptyText')}
        picture={caseImage('closed')}
        action={
          <ButtonLink to={inLocale(pageConfig.locale, paths.donateTab('cases'))}>
            {t('inventory.buy')}
          </ButtonLink>
        }
      />
    );
  return (
    <ul className={styles.grid}>
      {data.map(({ id, count, case: box }) => (
        <li key={id}>
          <ProductCard
            name={box.name}
            heading="h2"
            picture={caseImage(box.imageName)}
            pictureStyle={travel(box.id)}
            note={t('inventory.pieces', { count })}
          >
            <ButtonLink
              to={inLocale(pageConfig.locale, paths.userCase(box.id))}
              wide
              icon="unlock"
              aria-label={t('inventory.openNamed', { name: box.name })}
              viewTransition={mayTravel()}
              onFocus={() => letTravel(box.id)}
              onPointerEnter={() => {
                letTravel(box.id);
                warmUpRoulette();
                warmUpPicture(caseImage(box.imageName, 'hero'));
                void client.prefetchQuery(userCaseQuery(box.id));
              }}
            >
              {t('inventory.open')}
            </ButtonLink>
            <ButtonLink
              to={inLocale(pageConfig.locale, paths.donateCase(box.id))}
              variant="quiet"
              size="small"
              wide
              aria-label={t('inventory.buyMoreNamed', { name: box.name })}
            >
              {t('inventory.buyMore')}
            </ButtonLink>
          </ProductCard>
        </li>
      ))}
      <QuietCells taken={data.length} columns={COLUMNS} />
    </ul>
  );
}
