import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { shopImage } from '#/client/platform/media/images.ts';
import { formatMovement } from '#/client/platform/i18n/formatNumber.ts';
import { formatDateTime } from '#/client/platform/i18n/formatDate.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { PagedList } from '#/client/ui/feedback/PagedList.tsx';
import { ScrollPanel } from '#/client/ui/surfaces/ScrollPanel.tsx';
import { SectionHeading } from '#/client/ui/display/SectionHeading.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { movementCause } from './movementCause.ts';
import { type MovementRow, movementRows } from './movementRows.ts';
import styles from './Movements.module.css';
import { movementsQuery } from '#/client/domain/queries/cabinetQueries.ts';

/** The history of the balance: every movement with its sign, its cause and its date (C3). */
export function Movements() {
  const { t } = useTranslation('cabinet');
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <SectionHeading title={t('movements.title')} id={titleId} />
      <MovementList titleId={titleId} />
    </section>
  );
}

function MovementList({ titleId }: { titleId: string }) {
  const { t } = useTranslation('cabinet');
  const query = useInfiniteQuery(movementsQuery);
  return (
    <PagedList
      query={query}
      itemsOf={(page) => page.movements}
      labels={{
        loading: t('movements.loading'),
        retry: t('profile.retry'),
        failed: t('movements.failed'),
        failedText: errorTextOf(query.error),
        more: t('list.more'),
        moreFailed: t('list.failed'),
        complete: t('list.noMore'),
      }}
      skeleton={<Skeleton height="240px" />}
      empty={
        <EmptyState
          icon="coins"
          title={t('movements.emptyTitle')}
          text={t('movements.emptyText')}
          picture={shopImage('items/coins2')}
          action={
            <ButtonLink to={inLocale(pageConfig.locale, paths.donate)} variant="secondary" icon="plus">
              {t('overview.topUp')}
            </ButtonLink>
          }
        />
      }
    >
      {(movements, end) => (
        <ScrollPanel titleId={titleId} end={end}>
          <ul>
            {movementRows(movements).map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
        </ScrollPanel>
      )}
    </PagedList>
  );
}

function Row({ row: { amount, reason, subject, date, count } }: { row: MovementRow }) {
  const { t } = useTranslation('cabinet');
  return (
    <li className={styles.row} data-sign={amount < 0 ? 'out' : 'in'}>
      <div>
        <p className={styles.cause}>
          {count === 1 && t(`movements.causes.${movementCause(reason)}`)}
          {count > 1 && reason === 'coupon' && t('movements.exchanged', { prizes: count })}
          {count > 1 && reason === 'couponUndone' && t('movements.exchangesUndone', { prizes: count })}
        </p>
        {subject && <p className={styles.subject}>{subject}</p>}
      </div>
      <b>{formatMovement(amount)}</b>
      <time dateTime={date}>{formatDateTime(date)}</time>
    </li>
  );
}
