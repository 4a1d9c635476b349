import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PayoutSource } from '#/contract/operator/figures/payouts.ts';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { Time } from '../parts/Time.tsx';
import styles from './Payouts.module.css';

/** Says of each provider when its payouts were fetched, why that failed, or that it tells none. */
export function SourceNotes({ sources }: { sources: readonly PayoutSource[] }) {
  const { t } = useTranslation('operatorPayouts');
  if (sources.length === 0) return null;
  return (
    <ul className={styles.sources} aria-label={t('sources.label')}>
      {sources.map((source) => (
        <li key={source.provider} data-tone={source.error === null ? undefined : 'bad'}>
          <Icon name={source.error !== null ? 'warning' : source.isTold ? 'checkCircle' : 'info'} />
          <Source source={source} />
        </li>
      ))}
    </ul>
  );
}

function Source({
  source: { provider, isTold, fetchedAt, failedAt, error, nextAt },
}: {
  source: PayoutSource;
}) {
  const { t } = useTranslation(['operatorPayouts', 'operatorOrders']);
  const name = t(`operatorOrders:providers.${provider as 'stripe'}`);
  if (!isTold) return <p>{t('sources.untold', { provider: name })}</p>;
  return (
    <div>
      <p>
        <b>{name}</b>. {fetchedAt ? <>{t('sources.fetched')} </> : t('sources.never')}
        {fetchedAt && <Time at={fetchedAt} />}
        {nextAt && (
          <>
            {'. '}
            {t('sources.next')} <Time at={nextAt} />
          </>
        )}
        .
      </p>
      {error !== null && failedAt !== null && (
        <p>
          {t('sources.failed')} <Time at={failedAt} />: <span lang="en">{error}</span>.{' '}
          <Link to="/site">{t('sources.again')}</Link>
        </p>
      )}
    </div>
  );
}
