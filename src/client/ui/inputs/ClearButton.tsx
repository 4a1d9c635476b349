import { Icon } from '#/client/ui/display/Icon.tsx';
import styles from './ClearButton.module.css';

interface ClearButtonProps {
  label: string;
  /** Whether there is something to clear. Otherwise the button is invisible but keeps its place, so nothing moves. */
  isShown: boolean;
  /** Empties the field and gives it the focus. */
  onClear: () => void;
}

/** Empties a field for a code with one tap (A3). */
export function ClearButton({ label, isShown, onClear }: ClearButtonProps) {
  return (
    <button
      type="button"
      className={styles.clear}
      aria-label={label}
      title={label}
      disabled={!isShown}
      onClick={onClear}
    >
      <Icon name="close" />
    </button>
  );
}
