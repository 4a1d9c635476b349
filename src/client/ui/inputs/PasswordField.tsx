import { type ComponentProps, useState } from 'react';
import { Field } from './Field.tsx';
import { Icon } from '#/client/ui/display/Icon.tsx';
import styles from './PasswordField.module.css';

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'end'> & {
  showLabel: string;
  hideLabel: string;
};

/** A password field whose text can be shown. */
export function PasswordField({ showLabel, hideLabel, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const label = shown ? hideLabel : showLabel;
  return (
    <Field
      {...field}
      type={shown ? 'text' : 'password'}
      end={
        <button
          type="button"
          className={styles.eye}
          aria-label={label}
          title={label}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eyeSlash' : 'eye'} />
        </button>
      }
    />
  );
}
