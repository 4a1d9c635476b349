import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { formatDateTime } from '#/client/platform/i18n/formatDate.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { TextLink } from '#/client/ui/navigation/TextLink.tsx';
import styles from './PastEpochs.module.css';
import { pastEpochsQuery } from './pastEpochsQuery.ts';

/** The ended epochs, with links to verify them. Renders nothing if there are none. */
export function PastEpochs() {
  const { t } = useTranslation('cases');
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(pastEpochsQuery);
  const ended = data?.pages.flatMap(({ epochs }) => epochs).filter(({ endedAt }) => endedAt !== null) ?? [];
  if (ended.length === 0) return null;
  return (
    <section aria-labelledby="past-title" className={styles.past}>
      <h3 id="past-title">{t('fair.past')}</h3>
      <ul>
        {ended.map(({ id, draws, endedAt }) => (
          <li key={id}>
            <code>{id}</code>
            <span>{endedAt && formatDateTime(endedAt)}</span>
            <span>{t('fair.pastDraws', { draws: formatNumber(draws) })}</span>
            <TextLink
              to={inLocale(pageConfig.locale, paths.fairEpoch(id))}
              aria-label={t('fair.verifyNamed', { id })}
            >
              {t('fair.verify')}
            </TextLink>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="quiet" size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('fair.pastMore')}
        </Button>
      )}
    </section>
  );
}
