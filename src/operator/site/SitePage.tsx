import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PageHead } from '../parts/PageHead.tsx';
import { QueryView } from '../parts/QueryView.tsx';
import { siteQuery } from '../platform/siteQuery.ts';
import { Health } from './Health.tsx';
import { JobList } from './JobList.tsx';
import { SwitchList } from './SwitchList.tsx';
import { TermsList } from './TermsList.tsx';
import styles from './Site.module.css';

/** State of the site. */
export function SitePage() {
  const { t } = useTranslation('operator');
  const site = useQuery(siteQuery);
  return (
    <>
      <PageHead title={t('site.title')} />
      <QueryView query={site} height="480px">
        {(data) => (
          <div className={styles.page}>
            <Health site={data} />
            <SwitchList switches={data.switches} />
            <TermsList />
            <JobList jobs={data.jobs} />
          </div>
        )}
      </QueryView>
    </>
  );
}
