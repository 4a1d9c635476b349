import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { drawNo } from '#/contract/fair.ts';
import type { SharedPrize } from '#/contract/sharedPrizes.ts';
import { formatChance } from '#/client/domain/prizes/formatOdds.ts';
import { RarityMark } from '#/client/domain/prizes/RarityMark.tsx';
import { ApiError } from '#/client/platform/api/api.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { formatDateTime } from '#/client/platform/i18n/formatDate.ts';
import { caseImage } from '#/client/platform/media/images.ts';
import { usePageTitle } from '#/client/platform/navigation/pageTitle.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { ErrorState } from '#/client/ui/feedback/ErrorState.tsx';
import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { PrizeOnPlinth } from '#/client/areas/cases/results/PrizeOnPlinth.tsx';
import { sharedPrizeQuery } from './sharedPrizeQuery.ts';
import { SpinReplay } from './SpinReplay.tsx';
import { VerifyDraw } from './VerifyDraw.tsx';
import { loadErrorText } from '#/client/platform/i18n/errorText.ts';
import styles from './SharedPrizePage.module.css';

/** The page of a prize that its winner has shared: what it is, its spin once more, and the check of its draw (C14). */
export function SharedPrizePage() {
  const { t } = useTranslation('prize');
  const { code = '' } = useParams();
  const { data: prize, error, isFetching, refetch } = useQuery(sharedPrizeQuery(code));
  usePageTitle(prize?.item.name, true);
  if (error instanceof ApiError && error.status === 404) return <Gone />;
  return (
    <div className={`wrap ${styles.page}`} data-rarity={prize?.item.color}>
      {prize ? (
        <Prize prize={prize} />
      ) : error ? (
        <ErrorState
          title={t('page.failedTitle')}
          text={loadErrorText(error, t('page.failedText'))}
          retryLabel={t('page.retry')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading label={t('page.loading')}>
          <Skeleton height="420px" />
        </Loading>
      )}
    </div>
  );
}

function Gone() {
  const { t } = useTranslation('prize');
  usePageTitle(t('page.goneTitle'), true);
  return (
    <div className={`wrap ${styles.page}`}>
      <EmptyState
        as="h1"
        icon="case"
        title={t('page.goneTitle')}
        text={t('page.goneText')}
        picture={caseImage('closed')}
        action={<ToCases />}
      />
    </div>
  );
}

function ToCases() {
  const { t } = useTranslation('prize');
  return (
    <ButtonLink
      to={inLocale(pageConfig.locale, paths.donateTab('cases'))}
      variant="secondary"
      icon="arrowRight"
    >
      {t('page.cta')}
    </ButtonLink>
  );
}

function Prize({ prize }: { prize: SharedPrize }) {
  const { t } = useTranslation('prize');
  const { item, case: box, tickets, at, draw } = prize;
  const facts = [
    { what: t('page.from'), value: box.name },
    { what: t('page.chance'), value: formatChance(tickets) },
    { what: t('page.when'), value: formatDateTime(at) },
    { what: t('page.draw'), value: t('page.drawNo', { no: drawNo(draw.nonce) }) },
  ];
  return (
    <>
      <article className={styles.prize}>
        <div className={styles.art}>
          <PrizeOnPlinth imageName={item.imageName} />
        </div>
        <div className={styles.words}>
          <p className={styles.kicker}>{t('kicker', { case: box.name })}</p>
          <h1>{item.name}</h1>
          <p className={styles.rarity}>
            <RarityMark rarity={item.color} />
          </p>
          <dl className={styles.facts}>
            {facts.map(({ what, value }) => (
              <div key={what}>
                <dt className="label">{what}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <ToCases />
        </div>
      </article>
      <SpinReplay prize={prize} />
      <VerifyDraw draw={draw} />
    </>
  );
}
