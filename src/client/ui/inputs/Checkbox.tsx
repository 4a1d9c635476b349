import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import { Field as Base } from '@base-ui/react/field';
import type { ReactNode, Ref } from 'react';
import styles from './Checkbox.module.css';
import { FieldNotes } from './Field.tsx';
import fieldStyles from './Field.module.css';
import { Icon } from '#/client/ui/display/Icon.tsx';

interface CheckboxProps {
  name: string;
  /** Label; it may contain links. */
  label: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  error?: string | undefined;
  disabled?: boolean | undefined;
  /** Gets the focus if it is invalid. */
  ref?: Ref<HTMLInputElement> | undefined;
}

/** A checkbox with a label. */
export function Checkbox({
  name,
  label,
  checked,
  onCheckedChange,
  error,
  disabled = false,
  ref,
}: CheckboxProps) {
  return (
    <Base.Root name={name} invalid={Boolean(error)} disabled={disabled} className={fieldStyles.field}>
      <Base.Label className={styles.row}>
        <BaseCheckbox.Root
          className={styles.box}
          checked={checked}
          onCheckedChange={(next) => onCheckedChange(next)}
          {...(ref && { inputRef: ref })}
        >
          <BaseCheckbox.Indicator className={styles.tick}>
            <Icon name="check" />
          </BaseCheckbox.Indicator>
        </BaseCheckbox.Root>
        <span>{label}</span>
      </Base.Label>
      <FieldNotes error={error} />
    </Base.Root>
  );
}
