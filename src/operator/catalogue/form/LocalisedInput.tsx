import { LOCALES } from '#/contract/kernel/locale.ts';
import type { FieldPath } from '#/contract/operator/catalogue/mistake.ts';
import { useDraftField } from './draftContext.ts';
import { TextInput } from './TextInput.tsx';
import styles from './Form.module.css';

interface LocalisedInputProps {
  path: FieldPath;
  label: string;
  max: number;
  isLong?: boolean | undefined;
  isOptional?: boolean | undefined;
}

/** A text in three languages side by side, each with its length. */
export function LocalisedInput({ path, label, max, isLong, isOptional }: LocalisedInputProps) {
  const { value, error } = useDraftField(path);
  return (
    <fieldset className={styles.localised}>
      <legend>{label}</legend>
      <div className={styles.languages}>
        {LOCALES.map((locale) => (
          <TextInput
            key={locale}
            path={[...path, locale]}
            label={locale.toUpperCase()}
            lang={locale}
            max={max}
            isLong={isLong ?? false}
            isOptional={Boolean(isOptional) && isLastWord(value, locale)}
          />
        ))}
      </div>
      {error && <span className={styles.error}>{error}</span>}
    </fieldset>
  );
}

/** Whether all other languages are empty, so that clearing this one removes the whole field. */
const isLastWord = (value: unknown, locale: string): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(([other, text]) => other === locale || text === '');
