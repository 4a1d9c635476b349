import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { ShownDraft } from '#/contract/operator/catalogue/revisions.ts';
import { useOneRequest } from '#/client/platform/forms/useSubmit.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { notify } from '#/client/ui/feedback/notify.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { callOperator } from '../platform/operatorApi.ts';
import { catalogueQuery, draftQuery } from './catalogueQueries.ts';
import type { SavingState } from './useDraftSaving.ts';
import styles from './Catalogue.module.css';

const TONES = {
  saved: 'good',
  unsaved: 'quiet',
  saving: 'quiet',
  failed: 'bad',
  changed: 'bad',
} as const satisfies Record<SavingState, string>;

interface DraftStateProps {
  head: ShownDraft;
  inForce: number;
  version: number;
  state: SavingState;
  /** Why the last save failed. */
  failure: unknown;
  onSave: () => void;
  onOverwrite: (theirVersion: number) => void;
  /** Called with true when the draft begins to be carried over, and with false at the end. */
  onCarry: (isCarrying: boolean) => void;
}

/** Shows whether the input is saved, and offers choices if another operator has saved the draft first. */
export function DraftState({
  head,
  inForce,
  version,
  state,
  failure,
  onSave,
  onOverwrite,
  onCarry,
}: DraftStateProps) {
  const { t } = useTranslation('operatorCatalogue');
  const client = useQueryClient();
  const { isPending, run } = useOneRequest();
  const params = { id: String(head.id) };
  const reload = () => client.invalidateQueries({ queryKey: draftQuery(params.id).queryKey });
  const fail = (error: unknown) => notify({ type: 'error', title: errorTextOf(error) });

  const carryOver = async () => {
    onCarry(true);
    await run(async () => {
      const { conflicts } = await callOperator(operatorCalls.carryOverDraft, { params, body: { version } });
      await Promise.all([reload(), client.invalidateQueries({ queryKey: catalogueQuery.queryKey })]);
      notify({
        type: conflicts.length > 0 ? 'error' : 'success',
        title: t('draft.carried'),
        ...(conflicts.length > 0 && { description: t('draft.conflicts', { things: conflicts.join(', ') }) }),
      });
    }, fail);
    onCarry(false);
  };
  const overwrite = () =>
    run(async () => {
      const { draft } = await callOperator(operatorCalls.draft, { params });
      onOverwrite(draft.version);
    }, fail);

  return (
    <>
      <div className={styles.state}>
        <output>
          <StateMark tone={TONES[state]}>{t(`saving.${state}`)}</StateMark>
        </output>
        <span className={styles.quiet}>{t('draft.of', { owner: head.owner.name, base: head.base })}</span>
        {state === 'failed' && (
          <Button variant="secondary" size="small" onClick={onSave}>
            {t('saving.again')}
          </Button>
        )}
      </div>
      {state === 'failed' && (
        <p className={styles.notice} role="alert">
          {errorTextOf(failure)}
        </p>
      )}
      {state === 'changed' && (
        <div className={styles.notice} role="alert">
          <p>{t('draft.changedText')}</p>
          <span className={styles.inline}>
            <Button variant="secondary" size="small" busy={isPending} onClick={() => void overwrite()}>
              {t('draft.keepMine')}
            </Button>
            <Button variant="quiet" size="small" onClick={() => void reload()}>
              {t('draft.takeTheirs')}
            </Button>
          </span>
        </div>
      )}
      {head.base !== inForce && state !== 'changed' && (
        <div className={styles.notice}>
          <p>{t('draft.outdated', { base: head.base, newest: inForce })}</p>
          <Button
            variant="secondary"
            size="small"
            busy={isPending}
            disabled={state !== 'saved'}
            onClick={() => void carryOver()}
          >
            {t('draft.carryOver')}
          </Button>
        </div>
      )}
    </>
  );
}
