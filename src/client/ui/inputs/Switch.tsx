import { Switch as BaseSwitch } from '@base-ui/react/switch';
import styles from './Switch.module.css';

interface SwitchProps {
  label: string;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** A skewed lamp switch with its label. */
export function Switch({ label, checked, onCheckedChange, disabled = false }: SwitchProps) {
  return (
    <label className={styles.row} data-disabled={disabled || undefined}>
      <span className="label">{label}</span>
      <BaseSwitch.Root
        className={styles.track}
        checked={checked}
        onCheckedChange={(next) => onCheckedChange(next)}
        disabled={disabled}
      >
        <BaseSwitch.Thumb className={styles.lamp} />
      </BaseSwitch.Root>
    </label>
  );
}
