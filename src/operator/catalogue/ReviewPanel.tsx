import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { isPlannedDraft, type ShownDraft } from '#/contract/operator/catalogue/revisions.ts';
import { useOneRequest } from '#/client/platform/forms/useSubmit.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { notify } from '#/client/ui/feedback/notify.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { QueryView } from '../parts/QueryView.tsx';
import { callOperator } from '../platform/operatorApi.ts';
import { useMay } from '../platform/session.ts';
import { catalogueQuery, reviewQuery } from './catalogueQueries.ts';
import { ChangeList } from './ChangeList.tsx';
import { useDraftOnPage } from './form/draftContext.ts';
import { MistakeList } from './MistakeList.tsx';
import { PlanDialog } from './PlanDialog.tsx';
import type { useDraftSaving } from './useDraftSaving.ts';
import { WarningList } from './WarningList.tsx';
import styles from './Catalogue.module.css';

interface ReviewPanelProps {
  head: ShownDraft;
  inForce: number;
  /** Other drafts that are planned to be published. */
  others: readonly ShownDraft[];
  saving: ReturnType<typeof useDraftSaving>;
}

/** The server's review of the saved draft: its mistakes; or its warnings, its differences and the publish button. */
export function ReviewPanel({ head, inForce, others, saving }: ReviewPanelProps) {
  const { t } = useTranslation(['operatorCatalogue', 'operator']);
  const { mistakes, isReadOnly } = useDraftOnPage();
  const { state, version } = saving;
  const id = String(head.id);
  const review = useQuery({ ...reviewQuery(id, version), enabled: state === 'saved' });
  const [isPublishing, setIsPublishing] = useState(false);
  const [isPlanning, setIsPlanning] = useState(false);
  const navigate = useNavigate();
  const mayPublish = useMay('catalogue.publish');
  const word = review.data?.changedOdds[0];
  const confirmation = word ? { label: t('publish.word'), word } : undefined;

  const discard = state === 'saved' && !isPlannedDraft(head) && <DiscardButton id={id} version={version} />;
  /** A draft with mistakes can only be discarded. */
  const refused = (list: ComponentProps<typeof MistakeList>['mistakes']) => (
    <>
      {discard && <div className={styles.publish}>{discard}</div>}
      <MistakeList mistakes={list} />
    </>
  );
  if (mistakes.length > 0) return refused(mistakes);
  if (state !== 'saved') return <p className={styles.quiet}>{t(`saving.${state}`)}</p>;
  return (
    <QueryView query={review} height="420px">
      {(data) =>
        data.mistakes.length > 0 ? (
          refused(data.mistakes)
        ) : (
          <>
            <div className={styles.publish}>
              {mayPublish && !isReadOnly && (
                <Button
                  icon="check"
                  disabled={data.changes.length === 0 || head.base !== inForce}
                  onClick={() => setIsPublishing(true)}
                >
                  {t('publish.act')}
                </Button>
              )}
              {mayPublish && !isReadOnly && (
                <Button
                  variant="secondary"
                  icon="calendar"
                  disabled={data.changes.length === 0 || head.base !== inForce}
                  onClick={() => setIsPlanning(true)}
                >
                  {t('plan.act')}
                </Button>
              )}
              {discard}
            </div>
            {others.length > 0 && (
              <p className={styles.notice}>
                {t('plan.others', {
                  drafts: others.map((one) => t('drafts.number', { no: one.id })).join(', '),
                })}
              </p>
            )}
            <WarningList warnings={data.warnings} unopened={data.unopened} />
            <ChangeList changes={data.changes} content={saving.content} />
            {isPublishing && (
              <ActDialog
                plan={{
                  endpoint: operatorCalls.publishDraft,
                  input: { params: { id }, body: { version, base: inForce } },
                }}
                title={t('publish.title', { no: head.id })}
                label={t('publish.act')}
                done={t('publish.done')}
                confirmation={confirmation}
                onClose={() => setIsPublishing(false)}
                onDone={() => void navigate('/catalogue')}
              >
                {data.warnings.length > 0 && (
                  <p className={styles.notice}>{t('publish.warned', { total: data.warnings.length })}</p>
                )}
              </ActDialog>
            )}
            {isPlanning && (
              <PlanDialog
                id={head.id}
                version={version}
                base={inForce}
                confirmation={confirmation}
                onClose={() => setIsPlanning(false)}
                onDone={() => void navigate('/catalogue')}
              />
            )}
          </>
        )
      }
    </QueryView>
  );
}

/** Discards the draft after a second press. */
function DiscardButton({ id, version }: { id: string; version: number }) {
  const { t } = useTranslation('operatorCatalogue');
  const [isSure, setIsSure] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const { isPending, run } = useOneRequest();
  const discard = () =>
    run(
      async () => {
        await callOperator(operatorCalls.discardDraft, { params: { id }, body: { version } });
        await client.invalidateQueries({ queryKey: catalogueQuery.queryKey });
        await navigate('/catalogue');
      },
      (error) => notify({ type: 'error', title: errorTextOf(error) }),
    );
  return (
    <Button
      variant={isSure ? 'danger' : 'quiet'}
      busy={isPending}
      onClick={() => (isSure ? void discard() : setIsSure(true))}
      onBlur={() => setIsSure(false)}
    >
      {t(isSure ? 'draft.discardSure' : 'draft.discard')}
    </Button>
  );
}
