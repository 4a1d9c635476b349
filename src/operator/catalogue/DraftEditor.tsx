import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { CaseInForce, UsedIds } from '#/contract/operator/catalogue/drafts.ts';
import { checkCatalogue } from '#/contract/operator/catalogue/checkCatalogue.ts';
import type { ShownDraft } from '#/contract/operator/catalogue/revisions.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { Tabs } from '../parts/Tabs.tsx';
import { DraftContext } from './form/draftContext.ts';
import { startsWith } from './form/paths.ts';
import { DraftState } from './DraftState.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import { PartEditor } from './editor/PartEditor.tsx';
import { PlanNotice } from './PlanNotice.tsx';
import { PreviewButton } from './PreviewButton.tsx';
import { PARTS } from './editor/parts.ts';
import { ReviewPanel } from './ReviewPanel.tsx';
import { useDraftSaving } from './useDraftSaving.ts';
import styles from './Catalogue.module.css';

interface DraftEditorProps {
  head: ShownDraft;
  /** The draft's catalogue when the page opened it. */
  opened: Catalogue;
  pictures: readonly string[];
  /** Cases of the revision in force, and its number. */
  casesInForce: readonly CaseInForce[];
  inForce: number;
  used: UsedIds;
  /** Other drafts that are planned to be published. */
  others: readonly ShownDraft[];
  isReadOnly: boolean;
}

/** Edits a draft part by part. Input is checked at once and saved automatically. */
export function DraftEditor({
  head,
  opened,
  pictures,
  casesInForce,
  inForce,
  used,
  others,
  isReadOnly: isFixed,
}: DraftEditorProps) {
  const { t } = useTranslation('operatorCatalogue');
  const [search] = useSearchParams();
  const id = String(head.id);
  const saving = useDraftSaving(id, { content: opened, version: head.version });
  const { content, edit } = saving;
  const [isCarrying, setIsCarrying] = useState(false);
  // the draft is opened anew afterwards, which would lose what is typed meanwhile
  const isReadOnly = isFixed || isCarrying;
  const checked = useDeferredValue(content);
  const mistakes = useMemo(() => checkCatalogue(checked).mistakes, [checked]);
  const context = useMemo(
    () => ({ content, mistakes, pictures, casesInForce, used, isReadOnly, edit }),
    [content, mistakes, pictures, casesInForce, used, isReadOnly, edit],
  );
  const shown = search.get('part');
  const isReview = shown === 'review';
  const part = PARTS.find(({ name }) => name === shown) ?? PARTS[0]!;
  return (
    <DraftContext value={context}>
      <PageHead title={t('drafts.number', { no: head.id })}>
        <PreviewButton id={id} saving={saving} />
        {isReview ? (
          <ButtonLink to="?" variant="secondary" icon="arrowLeft">
            {t('draft.edit')}
          </ButtonLink>
        ) : (
          <ButtonLink to="?part=review" icon="check">
            {t('parts.review')}
          </ButtonLink>
        )}
      </PageHead>
      <DraftState
        head={head}
        inForce={inForce}
        version={saving.version}
        state={saving.state}
        failure={saving.failure}
        onSave={() => void saving.save()}
        onOverwrite={(theirs) => void saving.overwrite(theirs)}
        onCarry={setIsCarrying}
      />
      <LeaveDialog isSaved={saving.isSaved} saveAll={saving.saveAll} />
      <PlanNotice head={head} />
      <Tabs
        label={t('draft.parts')}
        tabs={PARTS.map(({ name, path }) => {
          const wrong = mistakes.filter((mistake) => startsWith(mistake.path, path)).length;
          return {
            to: `?part=${name}`,
            label: (
              <span>
                {t(`parts.${name}`)}
                {wrong > 0 && (
                  <b className={styles.wrong}>
                    {` ${wrong} `}
                    <span className="unseen">{t('draft.mistakesHere')}</span>
                  </b>
                )}
              </span>
            ),
            isShown: !isReview && name === part.name,
          };
        })}
      />
      {isReview ? (
        <ReviewPanel head={head} inForce={inForce} others={others} saving={saving} />
      ) : (
        <PartEditor key={part.name} part={part} />
      )}
    </DraftContext>
  );
}
