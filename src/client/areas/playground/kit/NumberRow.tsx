import styles from './NumberRow.module.css';

interface NumberRowProps {
  label: string;
  unit?: string;
  value: number;
  /** The default value. */
  usual: number;
  min: number;
  max: number;
  step: number;
  onValueChange: (value: number) => void;
}

/** A number on one line, with a slider, a field and a reset button. */
export function NumberRow({ label, unit, value, usual, min, max, step, onValueChange }: NumberRowProps) {
  const set = (text: string) => {
    const wanted = Number(text);
    if (text !== '' && Number.isFinite(wanted) && wanted >= min) onValueChange(wanted);
  };
  const isChanged = value !== usual;
  return (
    <div className={styles.row} data-changed={isChanged || undefined}>
      <span className={styles.label}>
        {label}
        {unit && <small> {unit}</small>}
      </span>
      <input
        type="range"
        aria-label={`${label}, slider`}
        min={min}
        max={Math.max(max, value)}
        step={step}
        value={value}
        onChange={({ target }) => set(target.value)}
      />
      <input
        type="number"
        aria-label={label}
        min={min}
        step={step}
        value={value}
        onChange={({ target }) => set(target.value)}
      />
      <button
        type="button"
        disabled={!isChanged}
        aria-label={`${label} back to ${usual}`}
        title={`Back to ${usual}`}
        onClick={() => onValueChange(usual)}
      >
        ↺
      </button>
    </div>
  );
}
