import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DEVIATES_BELOW, type FairStats as Stats } from '#/contract/fairness.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { formatChance, formatShare } from './formatOdds.ts';
import { loadErrorText } from '#/client/platform/i18n/errorText.ts';
import styles from './FairStats.module.css';
import { RarityMark } from './RarityMark.tsx';
import { ErrorState } from '#/client/ui/feedback/ErrorState.tsx';
import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { fairnessCalls } from '#/contract/calls/fairness.ts';
import { call } from '#/client/platform/api/api.ts';

type Revision = Stats['revisions'][number];

/** Declared odds of a case beside the draws of all players, for each of its odds tables (PF1). */
export function FairStats({ caseId }: { caseId: number }) {
  const { t } = useTranslation('cases');
  const { data, error, isPending, isFetching, refetch } = useQuery(fairStatsQuery(caseId));
  if (isPending)
    return (
      <Loading label={t('stats.loading')}>
        <Skeleton height="320px" />
      </Loading>
    );
  if (!data)
    return (
      <ErrorState
        title={t('stats.failedTitle')}
        text={loadErrorText(error, t('stats.failedText'))}
        retryLabel={t('inventory.retry')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  const [current, ...older] = data.revisions;
  if (!current) return <p className={styles.quiet}>{t('stats.none')}</p>;
  return (
    <div className={styles.stats}>
      <RevisionTable revision={current} isCurrent />
      {older.map((revision) => (
        <details key={revision.oddsHash} className={styles.older}>
          <summary>
            {t('stats.revision', { revision: revision.revision })} ·{' '}
            {t('stats.sample', { draws: formatNumber(revision.draws) })}
          </summary>
          <RevisionTable revision={revision} />
        </details>
      ))}
      <p className={styles.quiet}>{t('stats.late')}</p>
    </div>
  );
}

function RevisionTable({ revision, isCurrent = false }: { revision: Revision; isCurrent?: boolean }) {
  const { t } = useTranslation('cases');
  const { draws, items, revision: number } = revision;
  const observedText = (observed: number) => (draws === 0 ? '—' : formatShare(observed / draws, 3));
  return (
    <div className={styles.revision}>
      <p className={styles.sample}>
        <b>{t('stats.sample', { draws: formatNumber(draws) })}</b>{' '}
        {isCurrent && (
          <span className="label">
            {t('stats.revision', { revision: number })} · {t('stats.now')}
          </span>
        )}
      </p>
      <table className={styles.table}>
        <caption className="unseen">{t('stats.caption', { revision: number })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('stats.item')}</th>
            <th scope="col">{t('stats.declared')}</th>
            <th scope="col">{t('stats.observed')}</th>
            <th scope="col">{t('stats.count')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ id, name, color, tickets, observed }) => (
            <tr key={id} data-rarity={color}>
              <th scope="row">
                {name} <RarityMark rarity={color} />
              </th>
              <td>{formatChance(tickets)}</td>
              <td>{observedText(observed)}</td>
              <td>{formatNumber(observed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ChanceWords revision={revision} />
    </div>
  );
}

/** The p-value in words. */
function ChanceWords({ revision: { draws, pValue } }: { revision: Revision }) {
  const { t } = useTranslation('cases');
  if (pValue === null)
    return <p className={styles.words}>{t(draws === 0 ? 'stats.none' : 'stats.tooFew')}</p>;
  const isSuspicious = pValue < DEVIATES_BELOW;
  return (
    <p className={styles.words} data-suspicious={isSuspicious || undefined}>
      {isSuspicious
        ? t('stats.pTiny', { share: formatShare(DEVIATES_BELOW) })
        : t('stats.pValue', { share: formatShare(pValue) })}
    </p>
  );
}

/** Declared odds and draws of a case, for each of its odds tables (PF1). */
const fairStatsQuery = (caseId: number) =>
  queryOptions({
    queryKey: ['fairStats', caseId],
    queryFn: ({ signal }) =>
      call(fairnessCalls.fairStats, { params: { caseId: String(caseId) } }, { signal }),
  });
