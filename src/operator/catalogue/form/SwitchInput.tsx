import { Switch } from '#/client/ui/inputs/Switch.tsx';
import type { FieldPath } from '#/contract/operator/catalogue/mistake.ts';
import { useDraftField } from './draftContext.ts';

interface SwitchInputProps {
  path: FieldPath;
  label: string;
  /** Whether switching off removes the field. */
  isOptional?: boolean | undefined;
}

/** A yes-or-no field. */
export function SwitchInput({ path, label, isOptional }: SwitchInputProps) {
  const { value, set, isReadOnly } = useDraftField(path);
  return (
    <Switch
      label={label}
      checked={value === true}
      disabled={isReadOnly}
      onCheckedChange={(checked) => set(checked || !isOptional ? checked : undefined)}
    />
  );
}
