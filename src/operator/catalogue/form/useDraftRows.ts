import { useState } from 'react';
import type { FieldPath } from '#/contract/operator/catalogue/mistake.ts';
import { useDraftField } from './draftContext.ts';

interface Keys {
  keys: readonly number[];
  /** The next unused key. */
  next: number;
}

interface DraftRow {
  /** Stays the same when the row moves. */
  key: number;
  at: number;
  path: FieldPath;
  value: unknown;
}

/** Returns a key for each of `count` rows. New rows get unused keys. */
function keysOf({ keys, next }: Keys, count: number): Keys {
  const missing = Math.max(0, count - keys.length);
  const fresh = Array.from({ length: missing }, (_, more) => next + more);
  return { keys: [...keys.slice(0, count), ...fresh], next: next + missing };
}

/** Swaps the item at a place with the item above it. */
const movedUp = <T>(items: readonly T[], at: number): T[] =>
  items.toSpliced(at - 1, 2, ...items.slice(at - 1, at + 1).toReversed());

/**
 * The rows of a list in the draft. A row keeps its key when rows are removed or moved, so text that is typed into it and
 * is not in the draft yet stays with it. Indexes change then, and ids may repeat while they are typed.
 * @param isOptional Whether an empty list removes the field.
 */
export function useDraftRows(path: FieldPath, isOptional = false) {
  const { value, set, error, isReadOnly } = useDraftField(path);
  const values: readonly unknown[] = Array.isArray(value) ? value : [];
  const [known, setKnown] = useState<Keys>({ keys: [], next: 0 });
  const { keys, next } = keysOf(known, values.length);

  /** Applies the same change to the values and to their keys. */
  function arrange(change: <T>(items: readonly T[]) => T[]) {
    const arranged = change(values);
    setKnown({ keys: change(keys), next });
    set(arranged.length === 0 && isOptional ? undefined : arranged);
  }

  return {
    rows: values.map((rowValue, at): DraftRow => ({
      key: keys[at]!,
      at,
      path: [...path, at],
      value: rowValue,
    })),
    add: (row: unknown) => set([...values, row]),
    remove: (at: number) => arrange((items) => items.toSpliced(at, 1)),
    /** Swaps a row with the row above it. Requires `at` above 0. */
    moveUp: (at: number) => arrange((items) => movedUp(items, at)),
    error,
    isReadOnly,
  };
}
