import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { laterPart } from '#/client/platform/hydration/laterPart.tsx';
import { formatDay } from '#/client/platform/i18n/formatDate.ts';
import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { QueryView } from '../parts/QueryView.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { siteQuery } from '../platform/siteQuery.ts';
import styles from './Dashboard.module.css';
import { dashboardPageQuery } from './dashboardQuery.ts';
import { NeedsYou } from './NeedsYou.tsx';
import { RangeBar } from './RangeBar.tsx';
import { Tiles } from './Tiles.tsx';
import { useRange } from './useRange.ts';

/** The chart library is large, so charts load after the numbers. */
const [Charts] = laterPart(async () => (await import('./charts/Charts.tsx')).Charts);

/** The first page: tasks that wait for an operator, and the figures of a range of days. */
export function DashboardPage() {
  const { t } = useTranslation(['operatorDashboard', 'operator']);
  const range = useRange();
  const site = useQuery(siteQuery);
  const figures = useQuery(dashboardPageQuery(range.query));
  const before = figures.data?.before;
  const compared = figures.data?.isBeforeWhole ? 'range.compared' : 'range.notCompared';
  return (
    <>
      <PageHead title={t('title')} />
      <QueryView query={site} height="76px">
        {(data) => <NeedsYou site={data} />}
      </QueryView>
      <div className={styles.range}>
        <RangeBar range={range} servers={figures.data?.servers ?? []} />
        {before && (
          <p className={styles.note}>
            {t(compared, { from: formatDay(before.from), to: formatDay(before.to) })}
          </p>
        )}
      </div>
      <QueryView query={figures} height="420px">
        {(data) => (
          <div className={styles.figures} aria-busy={figures.isPlaceholderData}>
            {data.isCounting && <StateMark tone="waits">{t('counting')}</StateMark>}
            <Tiles data={data} />
            <Suspense
              fallback={
                <Loading label={t('operator:loading')}>
                  <Skeleton height="360px" />
                </Loading>
              }
            >
              <Charts data={data} />
            </Suspense>
          </div>
        )}
      </QueryView>
    </>
  );
}
