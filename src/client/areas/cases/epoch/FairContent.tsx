import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drawNo } from '#/contract/fair.ts';
import type { FairCurrent, FairEpoch } from '#/contract/fairness.ts';
import { FairStats } from '#/client/domain/prizes/FairStats.tsx';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { formatDateTime } from '#/client/platform/i18n/formatDate.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { CopyValue } from '#/client/ui/inputs/CopyValue.tsx';
import { ErrorState } from '#/client/ui/feedback/ErrorState.tsx';
import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { Paper } from '#/client/ui/surfaces/Paper.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { TextLink } from '#/client/ui/navigation/TextLink.tsx';
import { fairCurrentQuery } from './clientSeed.ts';
import { ClientSeedForm } from './ClientSeedForm.tsx';
import { EndEpoch } from './EndEpoch.tsx';
import { loadErrorText } from '#/client/platform/i18n/errorText.ts';
import styles from './FairContent.module.css';
import { PastEpochs } from './PastEpochs.tsx';
import { RevealedEpoch } from './RevealedEpoch.tsx';

/** The seeds of the next draw, the player's own seed, the past epochs, and what the case has given so far. */
export function FairContent({ caseId }: { caseId: number }) {
  const { t } = useTranslation('cases');
  const { data: current, error, isPending, isFetching, refetch } = useQuery(fairCurrentQuery);
  const [ended, setEnded] = useState<FairEpoch | null>(null);
  return (
    <>
      <p className={styles.lead}>
        {t('fair.lead')} <TextLink to={inLocale(pageConfig.locale, paths.fairness)}>{t('fair.how')}</TextLink>
      </p>
      {current ? (
        <>
          <div className={styles.epoch}>
            <Commitment current={current} />
            <div className={styles.own}>
              {/* a new epoch begins with a fresh form */}
              <ClientSeedForm key={current.epoch.id} current={current} />
              <EndEpoch current={current} onEnded={setEnded} />
            </div>
          </div>
          <div aria-live="polite" className={styles.revealed}>
            {ended?.serverSeed && <RevealedEpoch epoch={ended} serverSeed={ended.serverSeed} />}
          </div>
          <PastEpochs />
        </>
      ) : isPending ? (
        <Loading label={t('fair.loading')}>
          <Skeleton height="280px" />
        </Loading>
      ) : (
        <ErrorState
          title={t('fair.failedTitle')}
          text={loadErrorText(error, t('fair.failedText'))}
          retryLabel={t('inventory.retry')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      <section aria-labelledby="stats-title" className={styles.stats}>
        <h3 id="stats-title">{t('stats.title')}</h3>
        <FairStats caseId={caseId} />
      </section>
    </>
  );
}

function Commitment({ current: { epoch, nextNonce } }: { current: FairCurrent }) {
  const { t } = useTranslation('cases');
  const what = t('fair.commitment');
  return (
    <Paper as="article" className={styles.document}>
      <p className={styles.head}>
        <span>{t('fair.document', { id: epoch.id })}</span>
        <span>{t('fair.seedOf', { idx: String(epoch.idx), chainNo: String(epoch.chainNo) })}</span>
      </p>
      <dl className={styles.facts}>
        <CopyValue
          label={what}
          value={epoch.commitment}
          copyLabel={t('fair.copyNamed', { what })}
          copiedLabel={t('fair.copied')}
        />
        {[
          [t('fair.draws'), formatNumber(epoch.draws)],
          [t('fair.nextNonce'), formatNumber(drawNo(nextNonce))],
          [t('fair.started'), formatDateTime(epoch.createdAt)],
        ].map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  );
}
