import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { notify } from '#/client/ui/feedback/notify.ts';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Field } from '#/client/ui/inputs/Field.tsx';
import { type PlannedAct, useAct } from '../platform/useAct.ts';
import { Differences } from './Differences.tsx';
import { FormDialog } from './FormDialog.tsx';
import { ReasonField } from './ReasonField.tsx';
import styles from './ActDialog.module.css';

interface ActDialogProps {
  plan: PlannedAct;
  title: string;
  /** Label of the button that sends the act. */
  label: string;
  /** Sentence that confirms the finished act. */
  done: string;
  /** Word that the operator must type before the button works, for acts with large effects. */
  confirmation?: { label: string; word: string } | undefined;
  /** Whether the act is a note, which consists of its reason only. */
  isNote?: boolean;
  /** Label of the reason's field. Default: the usual label of a reason. */
  reasonLabel?: string | undefined;
  onClose: () => void;
  onDone?: (reply: unknown) => void;
  /** Renders the foreseen effects besides the fields that change. */
  renderForeseen?: (foreseen: Readonly<Record<string, unknown>>) => ReactNode;
  /** Fields of the act, above its consequences. */
  children?: ReactNode;
}

/** A sum may be typed with either decimal sign. */
const plain = (word: string) => word.trim().replace(',', '.');

/** Dialog of an act: shows its consequences, asks for a reason, then sends it. */
export function ActDialog({
  plan,
  title,
  label,
  done,
  confirmation,
  isNote = false,
  reasonLabel,
  onClose,
  onDone,
  renderForeseen,
  children,
}: ActDialogProps) {
  const { t } = useTranslation('operator');
  const [reason, setReason] = useState('');
  const [word, setWord] = useState('');
  const { preview, isReady, act, isPending, failure } = useAct(
    plan,
    (reply, waits) => {
      notify({
        type: 'success',
        title: t(waits ? 'act.pending' : 'act.done'),
        description: waits ? t('act.pendingText') : done,
      });
      onDone?.(reply);
      onClose();
    },
    { isNote },
  );
  const isConfirmed = !confirmation || plain(word) === plain(confirmation.word);

  return (
    <FormDialog
      title={title}
      submitLabel={label}
      busy={isPending}
      disabled={!isReady || !isConfirmed}
      onSubmit={() => {
        if (isReady && isConfirmed) void act(reason);
      }}
      onClose={onClose}
    >
      {children}
      <section
        className={styles.preview}
        hidden={isReady && (isNote || !plan.endpoint.act)}
        aria-label={t('act.consequences')}
      >
        {preview.isFetching ? (
          <Loading label={t('act.loading')}>
            <Skeleton height="72px" />
          </Loading>
        ) : preview.data ? (
          <>
            <Differences before={preview.data.before} after={preview.data.after} />
            {preview.data.foreseen && renderForeseen?.(preview.data.foreseen)}
          </>
        ) : (
          <>
            <FormAlert sentences={[errorTextOf(preview.error)]} />
            <Button variant="secondary" size="small" icon="reload" onClick={() => void preview.refetch()}>
              {t('retry')}
            </Button>
          </>
        )}
      </section>
      {preview.data?.needsSecondPerson && (
        <p className={styles.second}>
          <Icon name="users" />
          {t('act.needsSecond')}
        </p>
      )}
      <ReasonField
        value={reason}
        label={reasonLabel ?? t(isNote ? 'act.note' : 'act.reason')}
        error={failure.reason}
        onValueChange={setReason}
      />
      {confirmation && (
        <Field
          name="word"
          label={confirmation.label}
          hint={t('act.typeThis', { word: confirmation.word })}
          autoComplete="off"
          value={word}
          onChange={(event) => setWord(event.currentTarget.value)}
        />
      )}
      <FormAlert sentences={failure.sentences} />
    </FormDialog>
  );
}
