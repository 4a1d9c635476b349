import { Field as Base } from '@base-ui/react/field';
import { NumberField } from '@base-ui/react/number-field';
import { Slider } from '@base-ui/react/slider';
import type { CSSProperties } from 'react';
import { digitsOnly } from './digitsOnly.ts';
import { FieldNotes } from './Field.tsx';
import fieldStyles from './Field.module.css';
import styles from './SliderField.module.css';

interface SliderFieldProps {
  name: string;
  label: string;
  /** null while the field is empty. */
  value: number | null;
  /** Whole numbers up to `max`; one below `min` is possible while it is typed. */
  onValueChange: (value: number | null) => void;
  min: number;
  max: number;
  step: number;
  /** Where the road has signs; a sign can be tapped. */
  ticks: readonly number[];
  /** After the number, as in `2 300 OC`. */
  unit: string;
  /** What the number comes to, such as its price; it cannot be typed. */
  equals?: { label: string; value: string } | undefined;
  imageUrl?: string | undefined;
  locale: string;
  kindLabel: string;
  error?: string | undefined;
  hint?: string | undefined;
  disabled?: boolean | undefined;
}

const WHOLE = { maximumFractionDigits: 0 };

/** A number that is typed or driven along a road; both always show the same (S2, S4). */
export function SliderField({
  name,
  label,
  value,
  onValueChange,
  min,
  max,
  step,
  ticks,
  unit,
  equals,
  imageUrl,
  locale,
  kindLabel,
  error,
  hint,
  disabled = false,
}: SliderFieldProps) {
  const shown = Math.min(max, Math.max(min, value ?? min));
  const format = new Intl.NumberFormat(locale, WHOLE);
  return (
    <div className={styles.slider}>
      <Base.Root name={name} invalid={Boolean(error)} disabled={disabled} className={fieldStyles.field}>
        <Base.Label className={`label ${fieldStyles.label}`}>{label}</Base.Label>
        <NumberField.Root
          value={value}
          min={0}
          max={max}
          step={step}
          locale={locale}
          format={WHOLE}
          onValueChange={(next) => onValueChange(next === null ? null : Math.min(max, Math.trunc(next)))}
        >
          <div className={styles.sum}>
            <NumberField.Group className={`cut ${fieldStyles.control} ${styles.amount}`}>
              {imageUrl && <img src={imageUrl} alt="" width="58" height="58" />}
              <NumberField.Input
                className={styles.input}
                aria-roledescription={kindLabel}
                onKeyDown={digitsOnly}
              />
              <span className={styles.unit}>{unit}</span>
            </NumberField.Group>
            {equals && (
              <>
                <span className={styles.equals} aria-hidden="true">
                  =
                </span>
                <p className={`cut ${styles.worth}`}>
                  <span className="unseen">{equals.label}</span> {equals.value}
                </p>
              </>
            )}
          </div>
        </NumberField.Root>
        <FieldNotes error={error} hint={hint} />
      </Base.Root>
      <Slider.Root
        className={styles.road}
        value={shown}
        onValueChange={(next) => onValueChange(typeof next === 'number' ? next : (next[0] ?? min))}
        min={min}
        max={max}
        step={step}
        largeStep={step * 10}
        disabled={disabled}
      >
        <Slider.Control className={styles.control}>
          <Slider.Track className={styles.track}>
            <Slider.Indicator className={styles.lit} />
            <Slider.Thumb
              className={styles.thumb}
              getAriaLabel={() => label}
              getAriaValueText={(_, driven) => `${format.format(driven)} ${unit}`}
            />
          </Slider.Track>
        </Slider.Control>
        {/* a shortcut for the pointer; the thumb says the same to everybody else */}
        <div className={styles.ticks} aria-hidden="true">
          {ticks.map((tick) => (
            <button
              key={tick}
              type="button"
              className={styles.tick}
              style={{ '--at': (tick - min) / (max - min) } as CSSProperties}
              data-current={tick === shown || undefined}
              tabIndex={-1}
              disabled={disabled}
              onClick={() => onValueChange(tick)}
            >
              {format.format(tick)}
            </button>
          ))}
        </div>
      </Slider.Root>
    </div>
  );
}
