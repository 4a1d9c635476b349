import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { GameServer } from '#/contract/landing.ts';
import { fieldErrorText } from '#/client/platform/i18n/errorText.ts';
import { Select } from '#/client/ui/inputs/Select.tsx';
import { useHydrated } from '#/client/platform/hydration/useHydrated.ts';

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
  // during hydration neither the choice nor its error is known
  const isHydrated = useHydrated();
  return (
    <Select
      name={name}
      label={t('server.label')}
      placeholder={t('server.placeholder')}
      options={servers.map((server) => ({ value: server.key, label: server.name }))}
      ref={ref}
      value={isHydrated ? value : ''}
      onBlur={onBlur}
      onValueChange={onChange}
      error={isHydrated ? fieldErrorText(error?.message) : undefined}
      hint={hint}
      disabled={disabled}
    />
  );
}
