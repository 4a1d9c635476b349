import { type DragEvent, type SubmitEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { TextArea } from '#/client/ui/inputs/TextArea.tsx';
import { type EpochFile, type FileFault, parseExport } from '#/client/domain/verification/evidence.ts';
import styles from './Forms.module.css';

/** Largest file. A file with 10,000 draws takes 4 MB. */
const LARGEST_MB = 20;

type Fault = FileFault | { fault: 'tooBig' };

/** The form for the export of an epoch: pasted, dropped or chosen as a file. */
export function FileForm({ onVerify }: { onVerify: (file: EpochFile) => void }) {
  const { t } = useTranslation('fairness');
  const [text, setText] = useState('');
  const [fault, setFault] = useState<Fault | null>(null);
  const [isOver, setIsOver] = useState(false);
  const chooserId = useId();
  const field = useRef<HTMLElement>(null);

  // the fault is told at the field, so the focus goes there
  const refuse = (found: Fault) => {
    setFault(found);
    field.current?.focus();
  };
  const verify = (from: string) => {
    const parsed = parseExport(from);
    if ('fault' in parsed) return refuse(parsed);
    setFault(null);
    return onVerify(parsed);
  };
  const read = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > LARGEST_MB * 1e6) return refuse({ fault: 'tooBig' });
    const content = await file.text();
    // the text is not put into the field, because a long one would make it slow
    setText('');
    verify(content);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    verify(text);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(event.type === 'dragover');
  };
  const error =
    fault &&
    t(`file.${fault.fault}`, { path: 'path' in fault ? fault.path : '', megabytes: String(LARGEST_MB) });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping a file is a second way, the button below chooses one
    <form
      className={styles.form}
      data-over={isOver || undefined}
      onSubmit={submit}
      onDragOver={over}
      onDragLeave={over}
      onDrop={(event) => {
        over(event);
        void read(event.dataTransfer.files[0]);
      }}
      noValidate
    >
      <TextArea
        name="record"
        label={t('file.label')}
        hint={t('file.hint')}
        error={error ?? undefined}
        value={text}
        onValueChange={setText}
        ref={field}
      />
      <div className={styles.actions}>
        <Button type="submit">{t('verify.submit')}</Button>
        <span className={styles.chooser}>
          <input
            id={chooserId}
            type="file"
            accept=".json,application/json"
            className="unseen"
            onChange={({ currentTarget }) => {
              void read(currentTarget.files?.[0]);
              currentTarget.value = '';
            }}
          />
          <label htmlFor={chooserId}>{t('file.choose')}</label>
        </span>
      </div>
    </form>
  );
}
