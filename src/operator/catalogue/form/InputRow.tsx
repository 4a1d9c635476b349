import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Form.module.css';

interface InputRowProps {
  label: string;
  error?: string | undefined;
  /** Whether the control is empty and must be filled in. */
  isNeeded?: boolean | undefined;
  hint?: string | undefined;
  /** Shown beside the label, for example a count of characters. */
  aside?: ReactNode;
  /** wide: spans the whole row of a form. */
  size?: 'small' | 'wide' | undefined;
  /** Renders the control. The given attributes connect it to the label and the error. */
  children: (control: {
    id: string;
    'aria-invalid': boolean;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

/** A control with its label above and its error below. */
export function InputRow({ label, error, isNeeded, hint, aside, size, children }: InputRowProps) {
  const { t } = useTranslation('operatorCatalogue');
  const id = useId();
  const note = error ?? hint ?? (isNeeded ? t('form.needed') : undefined);
  return (
    <div className={styles.row} data-size={size} data-needed={isNeeded || undefined}>
      <span className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {aside && <span className={styles.aside}>{aside}</span>}
      </span>
      {children({ id, 'aria-invalid': Boolean(error), 'aria-describedby': note ? `${id}-note` : undefined })}
      {note && (
        <span id={`${id}-note`} className={error ? styles.error : styles.hint}>
          {note}
        </span>
      )}
    </div>
  );
}
