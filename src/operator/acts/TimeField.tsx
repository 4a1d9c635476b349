import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field, type FieldProps } from '#/client/ui/inputs/Field.tsx';

type TimeFieldProps = Omit<FieldProps, 'end'> & {
  type: 'date' | 'datetime-local';
  onValueChange: (value: string) => void;
};

/**
 * A field for a day or a time in a `FormDialog`. A half-typed time has no value, so it would count as an empty field:
 * the dialog does not send it, and the field says why.
 */
export function TimeField({ error, onValueChange, ...field }: TimeFieldProps) {
  const { t } = useTranslation('operator');
  const [isUnfinished, setIsUnfinished] = useState(false);
  return (
    <Field
      {...field}
      error={isUnfinished ? t('act.unfinished') : error}
      onInvalid={() => setIsUnfinished(true)}
      onBlur={({ currentTarget: { validity } }) => {
        // emptying a half-typed time changes no value
        if (!validity.badInput) setIsUnfinished(false);
      }}
      onChange={(event) => {
        setIsUnfinished(false);
        onValueChange(event.currentTarget.value);
      }}
    />
  );
}
