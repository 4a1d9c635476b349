import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { type DiscountDay, type DiscountReply, SUMMED_ORDERS } from '#/contract/operator/discounts.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { formatDay } from '#/client/platform/i18n/formatDate.ts';
import { formatEuro, formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { type Column, DataTable } from '../lists/DataTable.tsx';
import { Facts, FactStack } from '../parts/Facts.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { RecordColumns, RecordLine, RecordPage } from '../parts/RecordPage.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { Time } from '../parts/Time.tsx';
import { DiscountActs } from './DiscountActs.tsx';
import { EffectList } from './EffectList.tsx';
import { discountQuery } from './discountQueries.ts';
import { DISCOUNT_TONES, useDiscountWords } from './useDiscountWords.ts';
import styles from './Discounts.module.css';

/** A code or a batch: its terms, its effect and its purchases. */
export function DiscountPage() {
  const { t } = useTranslation(['operatorDiscounts', 'operator']);
  const { id = '' } = useParams();
  const discount = useQuery(discountQuery(id));
  return (
    <RecordPage
      list={{ to: '/discounts', label: t('title') }}
      query={discount}
      missing={{ icon: 'percent', title: t('page.missing'), text: t('page.missingText') }}
    >
      {(data) => <Discount key={data.discount.id} shown={data} />}
    </RecordPage>
  );
}

function Discount({ shown: { discount, effect, goods, days, isCut } }: { shown: DiscountReply }) {
  const { t } = useTranslation(['operatorDiscounts', 'operator']);
  const { takesOf, usesOf, scopeOf } = useDiscountWords();
  const { id, code, state, startsAt, endsAt, createdAt, perAccountLimit, batch } = discount;
  const isPartOfBatch = batch !== null && batch.id !== id;
  const names = goods.map((good) => good.names[pageConfig.locale]).join(', ');
  return (
    <>
      <PageHead title={code}>
        <DiscountActs discount={discount} />
      </PageHead>
      <RecordLine>
        <StateMark tone={DISCOUNT_TONES[state]}>{t(`operator:words.discountState.${state}`)}</StateMark>
        {effect.isOnBanner && <StateMark tone="quiet">{t('page.onBanner')}</StateMark>}
        {isPartOfBatch ? (
          <Link className={styles.link} to={`/discounts/${batch.id}`}>
            {t('page.toBatch')}
          </Link>
        ) : batch ? (
          <Link className={styles.link} to={`/discounts?batch=${id}`}>
            {t('page.codes', { codes: formatNumber(batch.codes) })}
          </Link>
        ) : (
          <Link className={styles.link} to={`/orders?discount=${encodeURIComponent(code)}`}>
            {t('page.orders')}
          </Link>
        )}
      </RecordLine>
      <RecordColumns>
        <section className={styles.section} aria-labelledby="days">
          <h2 id="days">{t('page.days')}</h2>
          {days.length === 0 ? <p className={styles.quiet}>{t('page.noUse')}</p> : <DayTable days={days} />}
          {isCut && <p className={styles.quiet}>{t('page.cut', { most: formatNumber(SUMMED_ORDERS) })}</p>}
        </section>
        <FactStack>
          <Facts
            title={t('page.terms')}
            facts={[
              [t('list.takes'), takesOf(discount)],
              [t('list.scope'), names || scopeOf(discount)],
              [t('list.uses'), usesOf(discount)],
              [t('page.perAccount'), perAccountLimit !== null && formatNumber(perAccountLimit)],
              [t('list.begins'), startsAt && <Time key="begins" at={startsAt} />],
              [t('list.ends'), endsAt ? <Time key="ends" at={endsAt} /> : t('list.never')],
              [t('page.made'), <Time key="made" at={createdAt} />],
            ]}
          />
          <Facts title={t('effect.title')} facts={[]}>
            <EffectList effect={effect} />
          </Facts>
        </FactStack>
      </RecordColumns>
    </>
  );
}

type Row = Omit<DiscountDay, 'day'> & { day: string | null };

/** The sums of all days. */
function totalOf(days: readonly DiscountDay[]): Row {
  const sum = (of: (day: DiscountDay) => number) => days.reduce((total, day) => total + of(day), 0);
  return {
    day: null,
    uses: sum(({ uses }) => uses),
    paidCents: sum(({ paidCents }) => paidCents),
    discountCents: sum(({ discountCents }) => discountCents),
    refundedCents: sum(({ refundedCents }) => refundedCents),
  };
}

/** Purchases with a code by day, in UTC. The sums stand above the days, of which there may be many. */
function DayTable({ days }: { days: readonly DiscountDay[] }) {
  const { t } = useTranslation('operatorDiscounts');
  const columns: Column<Row>[] = [
    {
      key: 'day',
      label: t('page.day'),
      renderCell: ({ day }) => (day === null ? <b>{t('page.total')}</b> : formatDay(day)),
    },
    { key: 'uses', label: t('list.uses'), kind: 'number', renderCell: ({ uses }) => formatNumber(uses) },
    {
      key: 'paid',
      label: t('page.paid'),
      kind: 'number',
      renderCell: ({ paidCents }) => formatEuro(paidCents),
    },
    {
      key: 'off',
      label: t('page.off'),
      kind: 'number',
      renderCell: ({ discountCents }) => formatEuro(discountCents),
    },
    {
      key: 'refunded',
      label: t('page.refunded'),
      kind: 'number',
      renderCell: ({ refundedCents }) => formatEuro(refundedCents),
    },
  ];
  const rows = days.length > 1 ? [totalOf(days), ...days] : days;
  return (
    <DataTable<Row>
      label={t('page.days')}
      columns={columns}
      rows={rows}
      keyOf={({ day }) => day ?? 'total'}
    />
  );
}
