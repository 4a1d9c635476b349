import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldPath } from '#/contract/operator/catalogue/mistake.ts';
import { useDraftField } from './draftContext.ts';
import { InputRow } from './InputRow.tsx';
import styles from './Form.module.css';

type Param = string | number | boolean | null;

/**
 * Reads "model=sultan, level=3".
 * @returns undefined when the text is empty; null when it has another form
 */
export function readParams(typed: string): Record<string, Param> | undefined | null {
  const parts = typed
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  if (parts.length === 0) return undefined;
  const pairs = parts.map((part) => /^([a-zA-Z]\w{0,39})\s*=\s*(.*)$/.exec(part));
  if (pairs.some((pair) => !pair)) return null;
  return Object.fromEntries(pairs.map((pair) => [pair![1]!, readParam(pair![2]!)]));
}

function readParam(text: string): Param {
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  return /^-?\d{1,15}([.]\d{1,9})?$/.test(text) && String(Number(text)) === text ? Number(text) : text;
}

/** Whether a value would be read back differently, so that it cannot be edited here. */
const isOdd = (value: unknown) =>
  typeof value === 'string' && (readParam(value) !== value || value.includes(',') || value.trim() !== value);

const written = (params: object): string =>
  Object.entries(params)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(', ');

/** Parameters of the game besides code and count, as names and values separated by commas. */
export function ParamsInput({ path, label }: { path: FieldPath; label: string }) {
  const { t } = useTranslation('operatorCatalogue');
  const { value, set, error, isReadOnly } = useDraftField(path, 'all');
  const [typed, setTyped] = useState<string>();
  const params = typeof value === 'object' && value !== null ? value : {};
  const isWrong = typed !== undefined && readParams(typed) === null;
  // parameters that cannot be edited here stay unchanged
  const isKept = Object.values(params).some(isOdd);
  return (
    <InputRow
      label={label}
      error={isWrong ? t('mistakes.wrongForm') : error}
      hint={t('hints.params')}
      size="wide"
    >
      {(control) => (
        <input
          {...control}
          className={styles.input}
          autoComplete="off"
          readOnly={isReadOnly || isKept}
          value={typed ?? written(params)}
          onBlur={() => !isWrong && setTyped(undefined)}
          onChange={({ currentTarget: { value: next } }) => {
            setTyped(next);
            const read = readParams(next);
            // an unfinished pair makes the draft invalid: publishing without it would differ from what the page shows
            set(read === null ? null : read);
          }}
        />
      )}
    </InputRow>
  );
}
