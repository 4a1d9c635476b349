import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { ApiError } from '#/client/platform/api/api.ts';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { QueryView } from '../parts/QueryView.tsx';
import { catalogueQuery, draftQuery } from './catalogueQueries.ts';
import { DraftEditor } from './DraftEditor.tsx';
import styles from './Catalogue.module.css';

/** One draft of the catalogue. */
export function DraftPage() {
  const { t } = useTranslation('operatorCatalogue');
  const { id = '' } = useParams();
  const draft = useQuery(draftQuery(id));
  const catalogue = useQuery(catalogueQuery);
  const isMissing = draft.error instanceof ApiError && [400, 404, 422].includes(draft.error.status);
  return (
    <>
      <p>
        <Link to="/catalogue" className={styles.back}>
          <Icon name="arrowLeft" />
          {t('title')}
        </Link>
      </p>
      {isMissing ? (
        <EmptyState icon="case" as="h1" title={t('draft.missing')} text={t('draft.missingText')} />
      ) : (
        <QueryView query={catalogue} height="560px">
          {({ pictures, ownedBy, revision }) => (
            <QueryView query={draft} height="560px">
              {({ draft: head, content }) => (
                <DraftEditor
                  key={`${head.id} ${draft.dataUpdatedAt}`}
                  head={head}
                  opened={content as Catalogue}
                  pictures={pictures}
                  inForce={revision?.id ?? head.base}
                  isReadOnly={ownedBy === 'files'}
                />
              )}
            </QueryView>
          )}
        </QueryView>
      )}
    </>
  );
}
