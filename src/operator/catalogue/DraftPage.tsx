import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { isPlannedDraft } from '#/contract/operator/catalogue/revisions.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { QueryView } from '../parts/QueryView.tsx';
import { RecordPage } from '../parts/RecordPage.tsx';
import { catalogueQuery, draftQuery } from './catalogueQueries.ts';
import { DraftEditor } from './DraftEditor.tsx';

/** One draft of the catalogue. */
export function DraftPage() {
  const { t } = useTranslation('operatorCatalogue');
  const { id = '' } = useParams();
  const draft = useQuery(draftQuery(id));
  const catalogue = useQuery(catalogueQuery);
  return (
    <RecordPage
      list={{ to: '/catalogue', label: t('title') }}
      query={draft}
      missing={{ icon: 'case', title: t('draft.missing'), text: t('draft.missingText') }}
    >
      {({ draft: head, content, inForce: casesInForce, used }) => (
        <QueryView query={catalogue} height="560px">
          {({ pictures, ownedBy, revision, drafts }) => (
            <DraftEditor
              key={`${head.id} ${draft.dataUpdatedAt}`}
              head={head}
              opened={content as Catalogue}
              pictures={pictures}
              casesInForce={casesInForce}
              used={used}
              inForce={revision?.id ?? head.base}
              others={drafts.filter((one) => one.id !== head.id && isPlannedDraft(one))}
              isReadOnly={ownedBy === 'files' || isPlannedDraft(head)}
            />
          )}
        </QueryView>
      )}
    </RecordPage>
  );
}
