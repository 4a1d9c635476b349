import styles from './CopyValue.module.css';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { useCopy } from './useCopy.ts';

interface CopyValueProps {
  label: string;
  /** Undefined when there is nothing to copy; `placeholder` then gives the reason. */
  value: string | undefined;
  placeholder?: string;
  /** Label of the button, such as "Copy: the fingerprint". */
  copyLabel: string;
  copiedLabel: string;
}

/** A long value with its name and a button that copies it; used inside a `dl`. */
export function CopyValue({ label, value, placeholder, copyLabel, copiedLabel }: CopyValueProps) {
  const { isCopied, copy } = useCopy(value ?? '');
  return (
    <div className={styles.value}>
      <dt className="label">{label}</dt>
      <dd>
        {value === undefined ? <span>{placeholder}</span> : <code>{value}</code>}
        {value !== undefined && (
          <button
            type="button"
            className={styles.copy}
            aria-label={copyLabel}
            title={copyLabel}
            onClick={() => void copy()}
          >
            <Icon name={isCopied ? 'check' : 'copy'} />
          </button>
        )}
        <output className="unseen">{isCopied && copiedLabel}</output>
      </dd>
    </div>
  );
}
