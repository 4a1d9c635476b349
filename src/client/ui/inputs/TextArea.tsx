import { Field as Base } from '@base-ui/react/field';
import type { ComponentProps, Ref } from 'react';
import { FieldNotes, type FieldProps } from './Field.tsx';
import fieldStyles from './Field.module.css';
import styles from './TextArea.module.css';

type TextAreaProps = Omit<FieldProps, 'end'> &
  Pick<ComponentProps<'textarea'>, 'rows'> & {
    onValueChange: (value: string) => void;
    ref?: Ref<HTMLElement>;
  };

/** A labelled field of several lines for text that is pasted, with its error or hint. */
export function TextArea({ name, label, value, error, hint, rows = 6, onValueChange, ref }: TextAreaProps) {
  return (
    <Base.Root name={name} invalid={Boolean(error)} className={fieldStyles.field}>
      <Base.Label className={`label ${fieldStyles.label}`}>{label}</Base.Label>
      <span className={`cut ${fieldStyles.control} ${styles.control}`}>
        <Base.Control
          render={<textarea rows={rows} />}
          {...(ref && { ref })}
          className={`${fieldStyles.input} ${styles.input}`}
          value={value}
          onValueChange={(next) => onValueChange(next)}
          spellCheck={false}
          autoCapitalize="none"
        />
      </span>
      <FieldNotes error={error} hint={hint} />
    </Base.Root>
  );
}
