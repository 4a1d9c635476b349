import type { NumberUnit } from './NumberInput.tsx';

/** Describes the control of a catalogue field. `name` is the field in the schema and selects its label. */
export type FieldSpec = { name: string; isOptional?: boolean; isFixed?: boolean } & (
  | { kind: 'text'; max?: number; isLong?: boolean }
  | { kind: 'date' }
  | { kind: 'localised'; max: number; isLong?: boolean }
  | { kind: 'number'; unit?: NumberUnit; within?: string }
  | { kind: 'picture'; kinds: readonly string[]; isShort?: boolean }
  | { kind: 'switch' }
  | { kind: 'choice'; options: readonly string[] }
  | { kind: 'case' }
  | { kind: 'servers' }
  | { kind: 'price' }
  | { kind: 'words' }
  | { kind: 'grants'; kinds: readonly GrantKind[] }
  | { kind: 'grant'; kinds: readonly GrantKind[] }
  | { kind: 'list'; fields: readonly FieldSpec[]; fresh: (rows: readonly unknown[]) => unknown }
);

export type GrantKind = 'coins' | 'premium' | 'case' | 'game';
