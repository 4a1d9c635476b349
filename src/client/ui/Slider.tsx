import { Slider as Base } from '@base-ui/react/slider';
import styles from './Slider.module.css';

interface SliderProps {
  label: string;
  /** From `min` to 1. */
  value: number;
  onValueChange: (value: number) => void;
  /** The hand let go, or a key moved it. */
  onValueCommitted?: ((value: number) => void) | undefined;
  min?: number;
  locale: string;
  /** What it sets has no effect at present; it can be driven all the same. */
  dim?: boolean;
  disabled?: boolean;
}

const STEP = 0.05;
const PERCENT: Intl.NumberFormatOptions = { style: 'percent' };

/** A strength between nothing and all, driven along a short road; it is read as a percentage. */
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
      value={value}
      onValueChange={(next) => onValueChange(next)}
      onValueCommitted={(next) => onValueCommitted?.(next)}
      min={min}
      max={1}
      step={STEP}
      largeStep={STEP * 4}
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
