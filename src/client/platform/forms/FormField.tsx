import { type ChangeEvent, type ComponentProps, useRef } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldErrorText } from '#/client/platform/i18n/errorText.ts';
import { ClearButton } from '#/client/ui/inputs/ClearButton.tsx';
import { Field } from '#/client/ui/inputs/Field.tsx';
import { PasswordField } from '#/client/ui/inputs/PasswordField.tsx';

interface FormFieldProps<V extends FieldValues> extends Pick<
  ComponentProps<typeof Field>,
  'autoComplete' | 'maxLength' | 'inputMode' | 'hint' | 'label' | 'disabled' | 'end'
> {
  control: Control<V>;
  name: FieldPath<V>;
  type?: 'text' | 'password';
  /** Whether a button empties the field, as is fit for codes. */
  isClearable?: boolean;
  /** A field that is validated again when this one changes. */
  partner?: FieldPath<V>;
  /** Filters what is typed or pasted; the caret keeps its place. */
  filter?: (typed: string) => string;
}

/**
 * A field of a form. Its errors are codes of the contract, shown as sentences, and disappear with the next change (E2).
 */
export function FormField<V extends FieldValues>({
  control,
  name,
  type = 'text',
  isClearable = false,
  partner,
  filter,
  ...field
}: FormFieldProps<V>) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const {
    field: { ref, value, onBlur, onChange },
    fieldState: { error },
  } = useController({ control, name, ...(partner && { rules: { deps: partner } }) });
  const props = {
    ...field,
    name,
    ref: (element: HTMLInputElement | null) => {
      input.current = element;
      ref(element);
    },
    value: value as string,
    onBlur,
    error: fieldErrorText(error?.message),
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      if (filter) applyFilter(currentTarget, filter);
      onChange(currentTarget.value);
    },
    ...(isClearable && {
      end: (
        <ClearButton
          label={t('field.clear')}
          isShown={value !== ''}
          onClear={() => {
            onChange('');
            input.current?.focus();
          }}
        />
      ),
    }),
  };
  if (type === 'text') return <Field {...props} />;
  return <PasswordField {...props} showLabel={t('password.show')} hideLabel={t('password.hide')} />;
}

function applyFilter(input: HTMLInputElement, filter: (typed: string) => string): void {
  const filtered = filter(input.value);
  if (filtered === input.value) return;
  const caret = filter(input.value.slice(0, input.selectionStart ?? undefined)).length;
  input.value = filtered;
  input.setSelectionRange(caret, caret);
}
