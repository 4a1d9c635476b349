import { Field as Base } from '@base-ui/react/field';
import type { ComponentProps, ReactNode } from 'react';
import styles from './Field.module.css';

export interface FieldProps {
  name: string;
  label: string;
  value: string;
  /** Error sentence; it marks the field as invalid. */
  error?: string | undefined;
  hint?: string | undefined;
  /** Content beside the input, inside its border. */
  end?: ReactNode;
}

type InputProps = Pick<
  ComponentProps<'input'>,
  | 'type'
  | 'autoComplete'
  | 'maxLength'
  | 'inputMode'
  | 'disabled'
  | 'readOnly'
  | 'onBlur'
  | 'onChange'
  | 'onInvalid'
  | 'ref'
>;

/** A labelled input with its error or hint, wired for assistive technology. */
export function Field({
  name,
  label,
  value,
  error,
  hint,
  end,
  ref,
  disabled = false,
  ...input
}: FieldProps & InputProps) {
  return (
    <Base.Root name={name} invalid={Boolean(error)} disabled={disabled} className={styles.field}>
      <Base.Label className={`label ${styles.label}`}>{label}</Base.Label>
      <span className={`cut ${styles.control}`}>
        <Base.Control
          {...input}
          {...(ref && { ref })}
          className={styles.input}
          value={value}
          spellCheck={false}
          autoCapitalize="none"
        />
        {end}
      </span>
      <FieldNotes error={error} hint={hint} />
    </Base.Root>
  );
}

/** The text below a control: the error, otherwise the hint. */
export function FieldNotes({ error, hint }: Pick<FieldProps, 'error' | 'hint'>) {
  return (
    <>
      <Base.Error match={Boolean(error)} className={styles.error}>
        {error}
      </Base.Error>
      {hint && !error && <Base.Description className={styles.hint}>{hint}</Base.Description>}
    </>
  );
}
