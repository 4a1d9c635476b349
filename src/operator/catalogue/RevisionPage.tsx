import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { catalogueCalls } from '#/contract/operator/catalogue/catalogueCalls.ts';
import { Facts } from '../parts/Facts.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { RecordPage } from '../parts/RecordPage.tsx';
import { Time } from '../parts/Time.tsx';
import { revisionQuery } from './catalogueQueries.ts';
import styles from './Catalogue.module.css';
import { ChangeList } from './ChangeList.tsx';

/** A revision: its publisher, its reason and its changes. */
export function RevisionPage() {
  const { t } = useTranslation(['operatorCatalogue', 'operator']);
  const { id = '' } = useParams();
  const query = useQuery(revisionQuery(id));
  return (
    <RecordPage
      list={{ to: '/catalogue', label: t('title') }}
      query={query}
      missing={{ icon: 'case', title: t('revisions.missing'), text: t('revisions.missingText') }}
    >
      {({ revision, changes }) => (
        <>
          <PageHead title={t('revisions.number', { no: id })} />
          <Facts
            title={t('revisions.facts')}
            facts={[
              [t('revisions.at'), <Time key="at" at={revision.at} />],
              [t('revisions.by'), revision.by ?? t(`revisions.sources.${revision.source}`)],
              [t('revisions.reason'), revision.reason],
            ]}
          />
          <p className={styles.quiet}>
            <a href={catalogueCalls.revisionFiles.path.replace('{id}', id)} download className={styles.link}>
              {t('revisions.files')}
            </a>
            <span className={styles.below}>{t('revisions.filesNote')}</span>
          </p>
          <ChangeList changes={changes} />
        </>
      )}
    </RecordPage>
  );
}
