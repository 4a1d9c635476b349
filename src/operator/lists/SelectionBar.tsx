import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#/client/ui/inputs/Button.tsx';
import type { Column } from './DataTable.tsx';
import styles from './SelectionBar.module.css';

/** A row that can be selected while some act is possible on it. */
interface Selectable<Act extends string> {
  id: number;
  acts: readonly Act[];
}

interface SelectionBarProps<Act extends string> extends Selection {
  words: {
    label: string;
    selectPage: string;
    /** Number of selected rows, in words. */
    selected: string;
    selectNone: string;
    noneTogether: string;
    allMatching: string;
  };
  acts: readonly { act: Act; label: string }[];
  /** Rows on the page. */
  rows: readonly Selectable<Act>[];
  /** Whether acts on all rows that match the filters are offered. Without a filter they would include every row. */
  hasFilters: boolean;
  /** @param isMatching whether the act is meant for all rows that match the filters, not for the selected ones */
  onAct: (act: Act, isMatching: boolean) => void;
  /** The open dialog. */
  children: ReactNode;
}

/** Acts on many rows of a list: the selected ones, or all that match the filters. */
export function SelectionBar<Act extends string>({
  words,
  acts,
  rows,
  selected,
  onSelect,
  hasFilters,
  onAct,
  children,
}: SelectionBarProps<Act>) {
  const chosen = rows.filter(({ id }) => selected.has(id));
  const selectable = rows.filter((row) => row.acts.length > 0);
  const together = acts.filter(({ act }) => chosen.every((row) => row.acts.includes(act)));
  return (
    <fieldset className={styles.bar} aria-label={words.label}>
      {chosen.length === 0 ? (
        <>
          {selectable.length > 0 && (
            <Button
              variant="secondary"
              size="small"
              onClick={() => onSelect(new Set(selectable.map(({ id }) => id)))}
            >
              {words.selectPage}
            </Button>
          )}
          {hasFilters && (
            <MatchingChoice label={words.allMatching} acts={acts} onAct={(act) => onAct(act, true)} />
          )}
        </>
      ) : (
        <>
          <strong>{words.selected}</strong>
          {together.map(({ act, label }) => (
            <Button key={act} variant="secondary" size="small" onClick={() => onAct(act, false)}>
              {label}
            </Button>
          ))}
          {together.length === 0 && <span>{words.noneTogether}</span>}
          <Button variant="quiet" size="small" onClick={() => onSelect(new Set())}>
            {words.selectNone}
          </Button>
        </>
      )}
      {children}
    </fieldset>
  );
}

interface MatchingChoiceProps<Act extends string> {
  label: string;
  acts: SelectionBarProps<Act>['acts'];
  onAct: (act: Act) => void;
}

function MatchingChoice<Act extends string>({ label, acts, onAct }: MatchingChoiceProps<Act>) {
  const { t } = useTranslation('operator');
  return (
    <label className={styles.matching}>
      <span>{label}</span>
      <select
        value=""
        onChange={({ currentTarget }) => {
          const chosen = acts.find(({ act }) => act === currentTarget.value);
          if (chosen) onAct(chosen.act);
        }}
      >
        <option value="">{t('values.none')}</option>
        {acts.map(({ act, label: name }) => (
          <option key={act} value={act}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The selected rows, by their ids. */
export interface Selection {
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
}

interface SelectionColumnProps<Row> extends Selection {
  label: string;
  /** Label of a row's box. */
  labelOf: (row: Row) => string;
  isSelectable: (row: Row) => boolean;
}

/** The column with the boxes that select rows. */
export const selectionColumn = <Row extends { id: number }>({
  label,
  labelOf,
  isSelectable,
  selected,
  onSelect,
}: SelectionColumnProps<Row>): Column<Row> => ({
  key: 'select',
  label,
  kind: 'select',
  renderCell: (row) => (
    <input
      type="checkbox"
      className={styles.box}
      aria-label={labelOf(row)}
      disabled={!isSelectable(row)}
      checked={selected.has(row.id)}
      onChange={({ currentTarget }) => {
        const next = new Set(selected);
        if (currentTarget.checked) next.add(row.id);
        else next.delete(row.id);
        onSelect(next);
      }}
    />
  ),
});
