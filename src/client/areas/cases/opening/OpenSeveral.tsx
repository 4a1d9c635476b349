import { useTranslation } from 'react-i18next';
import { OPEN_COUNTS } from '#/contract/cases.ts';
import { ChoiceRow } from '#/client/ui/inputs/ChoiceRow.tsx';
import { Switch } from '#/client/ui/inputs/Switch.tsx';
import { SEVERAL_FROM } from '#/client/areas/cases/state/openCounts.ts';
import styles from './OpenSeveral.module.css';

interface OpenSeveralProps {
  /** Number of pieces in stock. */
  stock: number;
  /** Number of pieces to open at once; null for one. */
  count: number | null;
  onCountChange: (count: number | null) => void;
  /** Whether an opening is running, or the next click repeats one. */
  isLocked: boolean;
}

/** A switch to open several pieces at once, and their number (C6). */
export function OpenSeveral({ stock, count, onCountChange, isLocked }: OpenSeveralProps) {
  const { t } = useTranslation('cases');
  return (
    <div className={`cut ${styles.several}`}>
      <Switch
        label={t('case.several')}
        checked={count !== null}
        disabled={isLocked || stock < SEVERAL_FROM}
        onCheckedChange={(isOn) => onCountChange(isOn ? SEVERAL_FROM : null)}
      />
      <ChoiceRow
        label={t('case.severalCount')}
        hasHiddenLabel
        value={count === null ? '' : String(count)}
        onValueChange={(value) => onCountChange(Number(value))}
        disabled={isLocked || count === null}
        choices={OPEN_COUNTS.map((option) => ({
          value: String(option),
          label: String(option),
          disabled: option > stock,
        }))}
      />
    </div>
  );
}
