import type { FieldPath } from '#/contract/operator/catalogue/mistake.ts';
import { useDraftField } from './draftContext.ts';
import { InputRow } from './InputRow.tsx';
import styles from './Form.module.css';

interface TextInputProps {
  path: FieldPath;
  label: string;
  hint?: string | undefined;
  type?: 'text' | 'date';
  /** Largest length. The current length is shown beside it. */
  max?: number | undefined;
  /** Whether the text has several lines. */
  isLong?: boolean;
  /** Whether an empty text removes the field. */
  isOptional?: boolean;
  isFixed?: boolean;
  size?: 'small' | 'wide';
  lang?: string;
}

/** A text field of the draft. */
export function TextInput({
  path,
  label,
  hint,
  type = 'text',
  max,
  isLong,
  isOptional,
  isFixed,
  size,
  lang,
}: TextInputProps) {
  const { value, set, error, isNeeded, isReadOnly } = useDraftField(path);
  const text = typeof value === 'string' ? value : '';
  const change = (next: string) => set(isOptional && next === '' ? undefined : next);
  return (
    <InputRow
      label={label}
      error={error}
      isNeeded={isNeeded}
      hint={hint}
      size={size}
      aside={
        max !== undefined && <span data-over={text.length > max || undefined}>{`${text.length}/${max}`}</span>
      }
    >
      {(control) =>
        isLong ? (
          <textarea
            {...control}
            className={styles.input}
            rows={4}
            lang={lang}
            readOnly={isReadOnly || isFixed}
            value={text}
            onChange={(event) => change(event.currentTarget.value)}
          />
        ) : (
          <input
            {...control}
            className={styles.input}
            type={type}
            lang={lang}
            autoComplete="off"
            readOnly={isReadOnly || isFixed}
            value={text}
            onChange={(event) => change(event.currentTarget.value)}
          />
        )
      }
    </InputRow>
  );
}
