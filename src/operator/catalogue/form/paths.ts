import type { FieldPath } from '#/contract/operator/catalogue/mistake.ts';

type Node = Record<string | number, unknown>;

/** Returns the value at a path; undefined when there is none. */
export const valueAt = (content: unknown, path: FieldPath): unknown =>
  path.reduce<unknown>((value, name) => (value as Node | undefined)?.[name], content);

/** Copies a value with a change at a path; undefined removes the field. Unchanged parts are shared with the original. */
export function withValueAt<T>(content: T, path: FieldPath, value: unknown): T {
  const [name, ...rest] = path;
  if (name === undefined) return value as T;
  const copy = (Array.isArray(content) ? [...content] : { ...content }) as Node;
  const next = withValueAt(copy[name], rest, value);
  if (next === undefined) delete copy[name];
  else copy[name] = next;
  return copy as T;
}

/** Whether a path begins with all parts of another one; equal paths do. */
export const startsWith = (path: FieldPath, prefix: FieldPath): boolean =>
  prefix.every((name, at) => path[at] === name);

export const isSamePath = (a: FieldPath, b: FieldPath): boolean => a.length === b.length && startsWith(a, b);
