import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldPath } from '#/contract/operator/catalogue/mistake.ts';
import { useDraftField } from './draftContext.ts';
import { InputRow } from './InputRow.tsx';
import styles from './Form.module.css';

/** A list of short words, typed with commas between them. */
export function WordsInput({ path, label }: { path: FieldPath; label: string }) {
  const { t } = useTranslation('operatorCatalogue');
  const { value, set, error, isReadOnly } = useDraftField(path, 'all');
  const [typed, setTyped] = useState<string>();
  return (
    <InputRow label={label} error={error} hint={t('hints.words')}>
      {(control) => (
        <input
          {...control}
          className={styles.input}
          autoComplete="off"
          readOnly={isReadOnly}
          value={typed ?? (Array.isArray(value) ? value.join(', ') : '')}
          onBlur={() => setTyped(undefined)}
          onChange={({ currentTarget: { value: next } }) => {
            setTyped(next);
            set(
              next
                .split(',')
                .map((word) => word.trim())
                .filter(Boolean),
            );
          }}
        />
      )}
    </InputRow>
  );
}
