import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#/client/ui/inputs/Button.tsx';
import type { FieldPath } from '#/contract/operator/catalogue/mistake.ts';
import { useDraftRows } from './useDraftRows.ts';
import styles from './Form.module.css';

interface ListInputProps {
  path: FieldPath;
  label: string;
  /** Renders the fields of a row. */
  renderRow: (path: FieldPath) => ReactNode;
  /** Returns a new row. */
  fresh: (rows: readonly unknown[]) => unknown;
  /** Label of the button that adds a row. */
  addLabel?: string;
  /** Whether an empty list removes the field. */
  isOptional?: boolean | undefined;
  /** Whether the last row cannot be removed. */
  isNeverEmpty?: boolean;
}

/** A list of rows with fields. Rows can be added, removed and moved up. */
export function ListInput({
  path,
  label,
  renderRow,
  fresh,
  addLabel,
  isOptional,
  isNeverEmpty,
}: ListInputProps) {
  const { t } = useTranslation('operatorCatalogue');
  const { rows, add, remove, moveUp, error, isReadOnly } = useDraftRows(path, isOptional);
  return (
    <fieldset className={styles.list}>
      <legend>{label}</legend>
      {error && <span className={styles.error}>{error}</span>}
      <ol>
        {rows.map(({ key, at, path: rowPath }) => (
          <li key={key} className={styles.item}>
            {renderRow(rowPath)}
            {!isReadOnly && (
              <span className={styles.itemActs}>
                {at > 0 && (
                  <Button
                    variant="quiet"
                    size="small"
                    aria-label={t('list.upNo', { no: at + 1 })}
                    onClick={() => moveUp(at)}
                  >
                    {t('list.up')}
                  </Button>
                )}
                {(!isNeverEmpty || rows.length > 1) && (
                  <Button
                    variant="quiet"
                    size="small"
                    aria-label={t('list.removeNo', { no: at + 1 })}
                    onClick={() => remove(at)}
                  >
                    {t('list.remove')}
                  </Button>
                )}
              </span>
            )}
          </li>
        ))}
      </ol>
      {!isReadOnly && (
        <Button
          variant="secondary"
          size="small"
          icon="plus"
          onClick={() => add(fresh(rows.map(({ value }) => value)))}
        >
          {addLabel ?? t('list.add')}
        </Button>
      )}
    </fieldset>
  );
}
