import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { GameServer } from '#/contract/landing.ts';
import { fieldErrorText } from './errorText.ts';
import { Select } from './ui/Select.tsx';

interface ServerSelectProps<V extends FieldValues> {
  control: Control<V>;
  name: FieldPath<V>;
  servers: readonly GameServer[];
  hint?: string | undefined;
  disabled?: boolean | undefined;
}

/** The server selector of a form. */
export function ServerSelect<V extends FieldValues>({
  control,
  name,
  servers,
  hint,
  disabled,
}: ServerSelectProps<V>) {
  const { t } = useTranslation();
  const {
    field: { ref, value, onBlur, onChange },
    fieldState: { error },
  } = useController({ control, name });
  return (
    <Select
      name={name}
      label={t('server.label')}
      placeholder={t('server.placeholder')}
      options={servers.map((server) => ({ value: server.key, label: server.name }))}
      ref={ref}
      value={value}
      onBlur={onBlur}
      onValueChange={onChange}
      error={fieldErrorText(error?.message)}
      hint={hint}
      disabled={disabled}
    />
  );
}
