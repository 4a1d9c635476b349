import { Field as Base } from '@base-ui/react/field';
import { Slider } from '@base-ui/react/slider';
import type { CSSProperties, ReactNode, Ref } from 'react';
import { FieldNotes } from './Field.tsx';
import fieldStyles from './Field.module.css';
import styles from './SliderField.module.css';
import { stopPosition } from './stopPosition.ts';
import { wholeNumberText } from './typeWholeNumber.ts';
import { WholeNumberInput } from './WholeNumberInput.tsx';

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
  /**
   * Values from `min` to `max` at which the thumb stops, at equal distances. Without them it stops at each `step`.
   */
  stops?: readonly number[] | undefined;
  /** Values with a mark; a mark can be tapped. */
  ticks: readonly number[];
  /** Text after the number, as in `2 300 OC`. */
  unit: string;
  /** A value that follows from the number, such as its price. */
  equals?: { label: string; value: ReactNode } | undefined;
  imageUrl?: string | undefined;
  locale: string;
  error?: string | undefined;
  hint?: string | undefined;
  disabled?: boolean | undefined;
  /** Attributes of the input. */
  ref?: Ref<HTMLInputElement> | undefined;
}

/** A number that is typed or set with a slider; both always show the same value (S2, S4). */
export function SliderField({
  name,
  label,
  value,
  onValueChange,
  min,
  max,
  step,
  stops,
  ticks,
  unit,
  equals,
  imageUrl,
  locale,
  error,
  hint,
  disabled = false,
  ref,
}: SliderFieldProps) {
  const shown = Math.min(max, Math.max(min, value ?? min));
  const road = stops ? { min: 0, max: stops.length - 1, step: 1 } : { min, max, step };
  const placeOf = (amount: number) => (stops ? stopPosition(stops, amount) : amount);
  const amountAt = (place: number) => (stops ? (stops[Math.round(place)] ?? min) : place);
  return (
    <div className={styles.slider}>
      <Base.Root name={name} invalid={Boolean(error)} disabled={disabled} className={fieldStyles.field}>
        <Base.Label className={`label ${fieldStyles.label}`}>{label}</Base.Label>
        <div className={styles.sum}>
          <span className={`cut ${fieldStyles.control} ${styles.amount}`}>
            {imageUrl && <img src={imageUrl} alt="" width="58" height="58" />}
            <WholeNumberInput
              value={value}
              onValueChange={onValueChange}
              max={max}
              step={step}
              locale={locale}
              className={styles.input}
              ref={ref}
            />
            <span className={styles.unit}>{unit}</span>
          </span>
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
        <FieldNotes error={error} hint={hint} />
      </Base.Root>
      <Slider.Root
        className={styles.road}
        {...road}
        value={placeOf(shown)}
        onValueChange={(place) => onValueChange(amountAt(place))}
        largeStep={road.step * 10}
        disabled={disabled}
      >
        <Slider.Control className={styles.control}>
          <Slider.Track className={styles.track}>
            <Slider.Indicator className={styles.lit} />
            <Slider.Thumb
              className={styles.thumb}
              getAriaLabel={() => label}
              getAriaValueText={() => `${wholeNumberText(shown, locale)} ${unit}`}
            />
          </Slider.Track>
        </Slider.Control>
        {/* marks are a shortcut for the pointer; other people use the thumb */}
        <div className={styles.ticks} data-crowded={ticks.length > 6 || undefined} aria-hidden="true">
          {ticks.map((tick) => (
            <button
              key={tick}
              type="button"
              className={styles.tick}
              style={{ '--at': (placeOf(tick) - road.min) / (road.max - road.min) } as CSSProperties}
              data-current={tick === shown || undefined}
              tabIndex={-1}
              disabled={disabled}
              onClick={() => onValueChange(tick)}
            >
              {wholeNumberText(tick, locale)}
            </button>
          ))}
        </div>
      </Slider.Root>
    </div>
  );
}
