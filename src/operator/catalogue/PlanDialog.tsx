import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PLAN_MAX_MS, PLAN_MIN_MS } from '#/contract/operator/catalogue/drafts.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { ActDialog } from '../acts/ActDialog.tsx';
import { FormDialog } from '../acts/FormDialog.tsx';
import { TimeField } from '../acts/TimeField.tsx';

interface PlanDialogProps {
  /** Id of the draft. */
  id: number;
  version: number;
  /** The revision in force. */
  base: number;
  /** Word that the operator must type when odds change. */
  confirmation: { label: string; word: string } | undefined;
  onClose: () => void;
  onDone: () => void;
}

/** Asks for a time, and then plans to publish a draft at it (O19). */
export function PlanDialog({ id, version, base, confirmation, onClose, onDone }: PlanDialogProps) {
  const { t } = useTranslation('operatorCatalogue');
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const [publishAt, setPublishAt] = useState<string>();
  const title = t('plan.title', { no: id });
  if (publishAt !== undefined)
    return (
      <ActDialog
        plan={{
          endpoint: operatorCalls.planDraft,
          input: { params: { id: String(id) }, body: { version, base, publishAt } },
        }}
        title={title}
        label={t('plan.submit')}
        done={t('plan.done')}
        confirmation={confirmation}
        onClose={() => setPublishAt(undefined)}
        onDone={onDone}
      />
    );
  return (
    <FormDialog
      title={title}
      onSubmit={() => {
        const at = new Date(typed);
        const aheadMs = at.getTime() - Date.now();
        // an empty or unfinished input is no number
        const isInRange = aheadMs >= PLAN_MIN_MS && aheadMs <= PLAN_MAX_MS;
        setIsWrong(!isInRange);
        if (isInRange) setPublishAt(at.toISOString());
      }}
      onClose={onClose}
    >
      <TimeField
        name="publishAt"
        type="datetime-local"
        label={t('plan.at')}
        hint={t('plan.hint')}
        value={typed}
        error={isWrong ? t('plan.wrong') : undefined}
        onValueChange={(next) => {
          setTyped(next);
          setIsWrong(false);
        }}
      />
    </FormDialog>
  );
}
