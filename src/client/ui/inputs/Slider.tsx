import { Slider as Base } from '@base-ui/react/slider';
import styles from './Slider.module.css';

interface SliderProps {
  label: string;
  /** Value from `min` to 1. */
  value: number;
  onValueChange: (value: number) => void;
  /** Called when the pointer is released or a key changes the value. */
  onValueCommitted?: ((value: number) => void) | undefined;
  min?: number;
  locale: string;
  /** The value has no effect at present, but can still be changed. */
  dim?: boolean;
  disabled?: boolean;
}

const STEP_PERCENT = 5;
const PERCENT: Intl.NumberFormatOptions = { style: 'unit', unit: 'percent' };

/** A slider from 0 to 1, announced as a percentage. */
export function Slider({
  label,
  value,
  onValueChange,
  onValueCommitted,
  min = 0,
  locale,
  dim = false,
  disabled = false,
}: SliderProps) {
  return (
    <Base.Root
      className={styles.slider}
      // whole percents, because some browsers announce the number itself
      value={Math.round(value * 100)}
      onValueChange={(percent) => onValueChange(percent / 100)}
      onValueCommitted={(percent) => onValueCommitted?.(percent / 100)}
      min={Math.round(min * 100)}
      max={100}
      step={STEP_PERCENT}
      largeStep={STEP_PERCENT * 4}
      format={PERCENT}
      locale={locale}
      disabled={disabled}
      data-dim={dim || undefined}
    >
      <Base.Control className={styles.control}>
        <Base.Track className={styles.track}>
          <Base.Indicator className={styles.lit} />
          <Base.Thumb className={styles.thumb} getAriaLabel={() => label} />
        </Base.Track>
      </Base.Control>
    </Base.Root>
  );
}
