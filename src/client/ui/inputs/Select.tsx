import { Field as Base } from '@base-ui/react/field';
import { Select as BaseSelect } from '@base-ui/react/select';
import type { Ref } from 'react';
import { FieldNotes } from './Field.tsx';
import fieldStyles from './Field.module.css';
import { Icon } from '#/client/ui/display/Icon.tsx';
import styles from './Select.module.css';

interface SelectProps {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
  /** '' while nothing is chosen. */
  value: string;
  onValueChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  placeholder?: string | undefined;
  error?: string | undefined;
  hint?: string | undefined;
  disabled?: boolean | undefined;
  /** Gets the focus if the choice is invalid. */
  ref?: Ref<HTMLInputElement> | undefined;
}

/** A dropdown. It opens on a click and closes on a click outside or Escape. */
export function Select({
  name,
  label,
  options,
  value,
  onValueChange,
  onBlur,
  placeholder,
  error,
  hint,
  disabled = false,
  ref,
}: SelectProps) {
  return (
    <Base.Root name={name} invalid={Boolean(error)} disabled={disabled} className={fieldStyles.field}>
      <Base.Label className={`label ${fieldStyles.label}`} nativeLabel={false} render={<div />}>
        {label}
      </Base.Label>
      <BaseSelect.Root
        items={options}
        value={value || null}
        onValueChange={(next) => next && onValueChange(next)}
        onOpenChange={(open) => !open && onBlur?.()}
        {...(ref && { inputRef: ref })}
        modal={false}
      >
        <BaseSelect.Trigger className={`cut ${fieldStyles.control} ${styles.trigger}`}>
          <BaseSelect.Value className={styles.value} placeholder={placeholder} />
          <BaseSelect.Icon className={styles.caret}>
            <Icon name="caretDown" />
          </BaseSelect.Icon>
        </BaseSelect.Trigger>
        <BaseSelect.Portal>
          <BaseSelect.Positioner alignItemWithTrigger={false} sideOffset={6} className={styles.positioner}>
            <BaseSelect.Popup className={`cut ${styles.popup}`}>
              <BaseSelect.List className={styles.list}>
                {options.map((option) => (
                  <BaseSelect.Item key={option.value} value={option.value} className={styles.item}>
                    <BaseSelect.ItemText>{option.label}</BaseSelect.ItemText>
                    <BaseSelect.ItemIndicator>
                      <Icon name="check" />
                    </BaseSelect.ItemIndicator>
                  </BaseSelect.Item>
                ))}
              </BaseSelect.List>
            </BaseSelect.Popup>
          </BaseSelect.Positioner>
        </BaseSelect.Portal>
      </BaseSelect.Root>
      <FieldNotes error={error} hint={hint} />
    </Base.Root>
  );
}
