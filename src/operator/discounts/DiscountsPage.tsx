import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { DISCOUNT_STATES, type DiscountRow, discountsQuery } from '#/contract/operator/discounts.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import type { Column } from '../lists/DataTable.tsx';
import { FilterInput } from '../lists/FilterInput.tsx';
import { FilterChoice, Filters } from '../lists/Filters.tsx';
import { ListView } from '../lists/ListView.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { Time } from '../parts/Time.tsx';
import { useFilterFields } from '../lists/useFilterFields.ts';
import { countFilters, useListFilters } from '../lists/useListFilters.ts';
import { useMay } from '../platform/session.ts';
import { discountsPageQuery } from './discountQueries.ts';
import { MakeDialog } from './MakeDialog.tsx';
import { DISCOUNT_TONES, useDiscountWords } from './useDiscountWords.ts';
import cells from '../parts/cells.module.css';

/** All discount codes, the newest first. A batch is one row. The address contains filters and position. */
export function DiscountsPage() {
  const { t } = useTranslation(['operatorDiscounts', 'operator']);
  const { filters, show, clear } = useListFilters(discountsQuery);
  const field = useFilterFields(discountsQuery, filters, (name, value) => show({ [name]: value }));
  const discounts = useQuery(discountsPageQuery(filters));
  const [made, setMade] = useState<'code' | 'batch'>();
  const mayMake = useMay('discounts.edit');
  const { takesOf, usesOf, scopeOf } = useDiscountWords();
  const isOfBatch = filters.batch !== undefined;

  const columns: Column<DiscountRow>[] = [
    {
      key: 'code',
      label: t('list.code'),
      renderCell: ({ id, code, batch }) => (
        <>
          <Link to={`/discounts/${id}`} className={cells.number}>
            {code}
          </Link>
          {batch && !isOfBatch && (
            <span className={cells.below}>{t('list.batch', { codes: formatNumber(batch.codes) })}</span>
          )}
        </>
      ),
    },
    {
      key: 'state',
      label: t('operator:fields.state'),
      renderCell: ({ state }) => (
        <StateMark tone={DISCOUNT_TONES[state]}>{t(`operator:words.discountState.${state}`)}</StateMark>
      ),
    },
    { key: 'takes', label: t('list.takes'), kind: 'number', renderCell: (row) => takesOf(row) },
    { key: 'scope', label: t('list.scope'), renderCell: (row) => scopeOf(row) },
    {
      key: 'uses',
      label: t('list.uses'),
      kind: 'number',
      renderCell: (row) => (
        <>
          {usesOf(row)}
          {row.perAccountLimit !== null && !row.batch && (
            <span className={cells.below}>
              {t('list.perAccount', { most: formatNumber(row.perAccountLimit) })}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'ends',
      label: t('list.ends'),
      renderCell: ({ startsAt, endsAt, state }) => (
        <>
          {endsAt ? <Time at={endsAt} /> : t('list.never')}
          {state === 'planned' && startsAt && (
            <span className={cells.below}>
              {t('list.begins')} <Time at={startsAt} />
            </span>
          )}
        </>
      ),
    },
  ];

  return (
    <>
      <PageHead title={t('title')} lead={t('lead')}>
        {mayMake && (
          <>
            <Button size="small" icon="plus" onClick={() => setMade('code')}>
              {t('make.code')}
            </Button>
            <Button variant="secondary" size="small" onClick={() => setMade('batch')}>
              {t('make.batch')}
            </Button>
          </>
        )}
      </PageHead>
      <Filters label={t('operator:filters.label')} count={countFilters(filters)} onClear={clear}>
        <FilterInput label={t('list.code')} {...field('code')} />
        <FilterChoice
          label={t('operator:fields.state')}
          options={DISCOUNT_STATES.map((value) => ({
            value,
            label: t(`operator:words.discountState.${value}`),
          }))}
          {...field('state')}
        />
      </Filters>
      <ListView
        label={t('title')}
        query={discounts}
        rowsOf={({ discounts: rows }) => rows}
        columns={columns}
        filters={filters}
        onShow={show}
        // the codes of a batch were made at once
        isByTime={filters.batch === undefined}
        empty={{ icon: 'percent', title: t('list.empty'), text: t('list.emptyText') }}
      />
      {made && <MakeDialog what={made} onClose={() => setMade(undefined)} />}
    </>
  );
}
