import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { Facts } from '../parts/Facts.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { QueryView } from '../parts/QueryView.tsx';
import { Time } from '../parts/Time.tsx';
import { revisionQuery } from './catalogueQueries.ts';
import { ChangeList } from './ChangeList.tsx';
import styles from './Catalogue.module.css';

/** One revision: who published it, why, and what it changed. */
export function RevisionPage() {
  const { t } = useTranslation(['operatorCatalogue', 'operator']);
  const { id = '' } = useParams();
  const query = useQuery(revisionQuery(id));
  return (
    <>
      <p>
        <Link to="/catalogue" className={styles.back}>
          <Icon name="arrowLeft" />
          {t('title')}
        </Link>
      </p>
      <PageHead title={t('revisions.number', { no: id })} />
      <QueryView query={query} height="320px">
        {({ revision, changes }) => (
          <>
            <Facts
              title={t('revisions.facts')}
              facts={[
                [t('revisions.at'), <Time key="at" at={revision.at} />],
                [t('revisions.by'), revision.by ?? t(`revisions.sources.${revision.source}`)],
                [t('revisions.reason'), revision.reason],
              ]}
            />
            <ChangeList changes={changes} />
          </>
        )}
      </QueryView>
    </>
  );
}
