import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { ShownDraft, ShownRevision } from '#/contract/operator/catalogue/revisions.ts';
import { useOneRequest } from '#/client/platform/forms/useSubmit.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { formatDateTime } from '#/client/platform/i18n/formatDate.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { notify } from '#/client/ui/feedback/notify.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { type Column, DataTable } from '../lists/DataTable.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { QueryView } from '../parts/QueryView.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { Time } from '../parts/Time.tsx';
import { callOperator } from '../platform/operatorApi.ts';
import { useOperator } from '../platform/session.ts';
import { catalogueQuery, revisionsQuery } from './catalogueQueries.ts';
import styles from './Catalogue.module.css';

/** The catalogue: the revision in force, the open drafts, and earlier revisions. */
export function CataloguePage() {
  const { t } = useTranslation(['operatorCatalogue', 'operator']);
  const catalogue = useQuery(catalogueQuery);
  const begin = useBeginDraft();
  const { data } = catalogue;
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')}>
        {data?.ownedBy === 'browser' && data.revision && (
          <Button
            icon="plus"
            busy={begin.isPending}
            onClick={() => data.revision && begin.run(data.revision.id)}
          >
            {t('drafts.begin')}
          </Button>
        )}
      </PageHead>
      <QueryView query={catalogue} height="420px">
        {({ ownedBy, revision, drafts }) =>
          revision ? (
            <>
              {ownedBy === 'files' && <p className={styles.notice}>{t('inFiles')}</p>}
              <section className={styles.section} aria-labelledby="drafts">
                <h2 id="drafts">{t('drafts.title')}</h2>
                <DraftList drafts={drafts} newest={revision.id} />
              </section>
              <section className={styles.section} aria-labelledby="revisions">
                <h2 id="revisions">{t('revisions.title')}</h2>
                <RevisionList inForce={revision.id} isEditable={ownedBy === 'browser'} />
              </section>
            </>
          ) : (
            <EmptyState icon="case" title={t('empty')} text={t('emptyText')} />
          )
        }
      </QueryView>
    </>
  );
}

/** Creates a draft from a revision and opens it. */
function useBeginDraft() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { isPending, run } = useOneRequest();
  return {
    isPending,
    run: (revision: number) =>
      void run(
        async () => {
          const { id } = await callOperator(operatorCalls.makeDraft, { body: { revision } });
          void client.invalidateQueries({ queryKey: catalogueQuery.queryKey });
          await navigate(`/catalogue/drafts/${id}`);
        },
        (error) => notify({ type: 'error', title: errorTextOf(error) }),
      ),
  };
}

function DraftList({ drafts, newest }: { drafts: readonly ShownDraft[]; newest: number }) {
  const { t } = useTranslation(['operatorCatalogue', 'operator']);
  const operator = useOperator();
  if (drafts.length === 0) return <p className={styles.quiet}>{t('drafts.none')}</p>;
  const columns: Column<ShownDraft>[] = [
    {
      key: 'id',
      label: t('drafts.one'),
      renderCell: ({ id }) => (
        <Link className={styles.link} to={`/catalogue/drafts/${id}`}>
          {t('drafts.number', { no: id })}
        </Link>
      ),
    },
    {
      key: 'owner',
      label: t('drafts.owner'),
      renderCell: ({ owner }) => (owner.id === operator?.id ? t('drafts.own') : owner.name),
    },
    {
      key: 'saved',
      label: t('drafts.saved'),
      renderCell: ({ savedAt, savedBy, owner }) => (
        <>
          <Time at={savedAt} />
          {savedBy !== owner.name && <span className={styles.below}>{savedBy}</span>}
        </>
      ),
    },
    {
      key: 'base',
      label: t('drafts.base'),
      renderCell: ({ base }) =>
        base === newest ? (
          t('revisions.number', { no: base })
        ) : (
          <StateMark tone="waits">{t('drafts.old', { no: base })}</StateMark>
        ),
    },
    {
      key: 'plan',
      label: t('plan.state'),
      renderCell: ({ plan }) =>
        plan ? (
          <StateMark tone={plan.failure === null ? 'waits' : 'bad'}>
            {t(plan.failure === null ? 'plan.planned' : 'plan.failedAt', {
              at: formatDateTime(plan.at, 'short'),
            })}
          </StateMark>
        ) : (
          t('operator:values.none')
        ),
    },
  ];
  return (
    <DataTable
      label={t('drafts.title')}
      columns={columns}
      rows={drafts.toSorted(
        (a, b) => Number(b.owner.id === operator?.id) - Number(a.owner.id === operator?.id),
      )}
      keyOf={({ id }) => id}
    />
  );
}

function RevisionList({ inForce, isEditable }: { inForce: number; isEditable: boolean }) {
  const { t } = useTranslation(['operatorCatalogue', 'operator']);
  const revisions = useInfiniteQuery(revisionsQuery);
  const begin = useBeginDraft();
  const columns: Column<ShownRevision>[] = [
    {
      key: 'id',
      label: t('revisions.one'),
      renderCell: ({ id }) => (
        <span className={styles.inline}>
          <Link className={styles.link} to={`/catalogue/revisions/${id}`}>
            {t('revisions.number', { no: id })}
          </Link>
          {id === inForce && <StateMark tone="good">{t('revisions.inForce')}</StateMark>}
        </span>
      ),
    },
    { key: 'at', label: t('revisions.at'), renderCell: ({ at }) => <Time at={at} /> },
    {
      key: 'by',
      label: t('revisions.by'),
      renderCell: ({ by, source }) => by ?? t(`revisions.sources.${source}`),
    },
    {
      key: 'changes',
      label: t('revisions.changes'),
      kind: 'number',
      renderCell: ({ changes }) => formatNumber(changes),
    },
    {
      key: 'reason',
      label: t('revisions.reason'),
      renderCell: ({ reason }) => reason ?? t('operator:values.none'),
    },
    {
      key: 'acts',
      label: t('revisions.acts'),
      kind: 'actions',
      renderCell: ({ id }) =>
        id !== inForce && isEditable ? (
          <Button variant="quiet" size="small" busy={begin.isPending} onClick={() => begin.run(id)}>
            {t('revisions.rollBack')}
          </Button>
        ) : null,
    },
  ];
  return (
    <QueryView query={revisions} height="240px">
      {({ pages }) => (
        <>
          <DataTable
            label={t('revisions.title')}
            columns={columns}
            rows={pages.flatMap((page) => page.revisions)}
            keyOf={({ id }) => id}
          />
          {revisions.hasNextPage && (
            <Button
              variant="secondary"
              size="small"
              busy={revisions.isFetchingNextPage}
              onClick={() => void revisions.fetchNextPage()}
            >
              {t('operator:list.more')}
            </Button>
          )}
        </>
      )}
    </QueryView>
  );
}
