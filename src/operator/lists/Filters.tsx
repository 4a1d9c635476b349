import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import styles from './Filters.module.css';

interface FiltersProps {
  label: string;
  /** Number of active filters. */
  count: number;
  /** Clears all filters. */
  onClear: () => void;
  children: ReactNode;
}

/** A row of small controls that filter a list. On a phone a button opens them. */
export function Filters({ label, count, onClear, children }: FiltersProps) {
  const { t } = useTranslation('operator');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <search aria-label={label}>
      <button
        type="button"
        className={styles.opener}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {count > 0 ? t('filters.count', { count }) : t('filters.open')}
        <Icon name="caretDown" />
      </button>
      <div className={styles.filters} data-open={isOpen || undefined}>
        {children}
        {count > 0 && (
          <Button variant="quiet" size="small" icon="close" onClick={onClear}>
            {t('filters.clear')}
          </Button>
        )}
      </div>
    </search>
  );
}

export interface ControlProps {
  label: string;
  /** '' while the filter is not set. */
  value: string;
  onValueChange: (value: string) => void;
  /** Error sentence. */
  error?: string | undefined;
}

interface ChoiceProps extends ControlProps {
  options: readonly { value: string; label: string }[];
  /** Label of the option that matches everything. Default: "any". */
  anyLabel?: string;
  /** False when one of the options is always chosen. */
  isAnyAllowed?: boolean;
}

/** Filter for one of several values, or any. */
export function FilterChoice({
  label,
  value,
  options,
  anyLabel,
  isAnyAllowed = true,
  onValueChange,
}: ChoiceProps) {
  const { t } = useTranslation('operator');
  return (
    <label className={styles.control} data-set={(isAnyAllowed && value !== '') || undefined}>
      <span>{label}</span>
      <select value={value} onChange={(event) => onValueChange(event.currentTarget.value)}>
        {isAnyAllowed && <option value="">{anyLabel ?? t('filters.any')}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
