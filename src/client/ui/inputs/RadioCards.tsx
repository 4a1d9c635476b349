import { Field as Base } from '@base-ui/react/field';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { type ReactNode, type Ref, useId } from 'react';
import { FieldNotes } from './Field.tsx';
import fieldStyles from './Field.module.css';
import styles from './RadioCards.module.css';

interface RadioCard {
  value: string;
  label: string;
  /** A second line, such as the price or the duration. */
  description?: string | undefined;
  /** An icon, a picture or a mark. */
  picture?: ReactNode;
  disabled?: boolean | undefined;
}

interface RadioCardsProps {
  name: string;
  label: string;
  /** Hides the label, because a heading above says the same. */
  hasHiddenLabel?: boolean;
  /** Groups of one choice. */
  groups: readonly { legend?: string; cards: readonly RadioCard[] }[];
  /** '' while nothing is chosen. */
  value: string;
  onValueChange: (value: string) => void;
  error?: string | undefined;
  disabled?: boolean | undefined;
  /** Gets the focus if the choice is invalid. */
  ref?: Ref<HTMLInputElement> | undefined;
}

/** A choice between cards, such as payment methods (S11). The arrow keys move through all groups. */
export function RadioCards({
  name,
  label,
  hasHiddenLabel = false,
  groups,
  value,
  onValueChange,
  error,
  disabled = false,
  ref,
}: RadioCardsProps) {
  const labelId = useId();
  return (
    <Base.Root name={name} invalid={Boolean(error)} disabled={disabled} className={fieldStyles.field}>
      <span id={labelId} className={hasHiddenLabel ? 'unseen' : `label ${fieldStyles.label}`}>
        {label}
      </span>
      <RadioGroup
        aria-labelledby={labelId}
        className={styles.groups}
        value={value}
        onValueChange={(next) => onValueChange(next)}
        {...(ref && { inputRef: ref })}
      >
        {groups.map(({ legend, cards }, at) => (
          <Group key={legend ?? at} legend={legend}>
            {cards.map((card) => (
              <Card key={card.value} {...card} />
            ))}
          </Group>
        ))}
      </RadioGroup>
      <FieldNotes error={error} />
    </Base.Root>
  );
}

function Group({ legend, children }: { legend: string | undefined; children: ReactNode }) {
  if (!legend) return <div className={styles.cards}>{children}</div>;
  return (
    <fieldset className={styles.group}>
      <legend className={`label ${styles.legend}`}>{legend}</legend>
      <div className={styles.cards}>{children}</div>
    </fieldset>
  );
}

function Card({ value, label, description, picture, disabled = false }: RadioCard) {
  return (
    <Base.Item disabled={disabled}>
      <Base.Label className={`cut ${styles.card}`}>
        <Radio.Root value={value} className={styles.radio}>
          <Radio.Indicator className={styles.lamp} />
        </Radio.Root>
        <span className={styles.words}>
          {label}
          {description && <span className={styles.description}>{description}</span>}
        </span>
        {picture && <span className={styles.picture}>{picture}</span>}
      </Base.Label>
    </Base.Item>
  );
}
