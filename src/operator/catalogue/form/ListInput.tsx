import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#/client/ui/inputs/Button.tsx';
import type { FieldPath } from '#/contract/operator/catalogue/mistake.ts';
import { useDraftField } from './draftContext.ts';
import styles from './Form.module.css';

interface ListInputProps {
  path: FieldPath;
  label: string;
  /** Renders the fields of a row. */
  renderRow: (path: FieldPath) => ReactNode;
  /** Returns a new row. */
  fresh: (rows: readonly unknown[]) => unknown;
  /** Whether an empty list removes the field. */
  isOptional?: boolean | undefined;
}

/** A list of rows with fields. Rows can be added, removed and moved up. */
export function ListInput({ path, label, renderRow, fresh, isOptional }: ListInputProps) {
  const { t } = useTranslation('operatorCatalogue');
  const { value, set, error, isReadOnly } = useDraftField(path);
  const rows: unknown[] = Array.isArray(value) ? value : [];
  const keep = (next: unknown[]) => set(next.length === 0 && isOptional ? undefined : next);
  return (
    <fieldset className={styles.list}>
      <legend>{label}</legend>
      {error && <span className={styles.error}>{error}</span>}
      <ol>
        {rows.map((_, at) => (
          // rows have no name of their own while they are typed
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} className={styles.item}>
            <div className={styles.fields}>{renderRow([...path, at])}</div>
            {!isReadOnly && (
              <span className={styles.itemActs}>
                {at > 0 && (
                  <Button
                    variant="quiet"
                    size="small"
                    aria-label={t('list.upNo', { no: at + 1 })}
                    onClick={() => keep(rows.with(at, rows[at - 1]).with(at - 1, rows[at]))}
                  >
                    {t('list.up')}
                  </Button>
                )}
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={t('list.removeNo', { no: at + 1 })}
                  onClick={() => keep(rows.filter((__, other) => other !== at))}
                >
                  {t('list.remove')}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ol>
      {!isReadOnly && (
        <Button variant="secondary" size="small" icon="plus" onClick={() => keep([...rows, fresh(rows)])}>
          {t('list.add')}
        </Button>
      )}
    </fieldset>
  );
}
