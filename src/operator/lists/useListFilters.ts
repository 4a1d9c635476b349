import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import type * as z from 'zod/mini';

type Query = Record<string, string | undefined>;

/**
 * Reads the filters of a list from an address. Invalid values are ignored, so a truncated address still shows rows.
 */
export function filtersOf<T extends z.ZodMiniObject>(schema: T, search: URLSearchParams): z.output<T> {
  const given = Object.entries(schema.shape).flatMap(([name, one]) => {
    const value = search.get(name);
    return value && (one as z.ZodMiniType).safeParse(value).success ? [[name, value]] : [];
  });
  return schema.parse(Object.fromEntries(given));
}

/**
 * Option for changes that keep the rest of the address. React draws the page at once. Otherwise a second change right
 * afterwards would start from the old address and lose the first.
 */
export const AT_ONCE = { flushSync: true };

/** The filters of a list from the page's address, which can be sent to a colleague. */
export function useListFilters<T extends z.ZodMiniObject>(schema: T) {
  const [search, setSearch] = useSearchParams();
  const filters = filtersOf(schema, search);
  /** Sets filters; '' removes one. A changed filter restarts at the newest row. */
  const show = (changes: Record<string, string>) => {
    const all: Query = { ...(filters as Query), before: '', after: '', ...changes };
    setSearch(
      Object.entries(all).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : [])),
      AT_ONCE,
    );
  };
  return { filters, show, clear: () => setSearch({}) };
}

/** Reads and changes the position in a list, which is in the address. Filters in the address stay as they are. */
export function useListPosition() {
  const [search, setSearch] = useSearchParams();
  const show = (position: Record<string, string>) => {
    const next = new URLSearchParams(search);
    for (const name of ['before', 'after']) next.delete(name);
    for (const [name, value] of Object.entries(position)) next.set(name, value);
    setSearch(next, AT_ONCE);
  };
  const position = { before: search.get('before') ?? undefined, after: search.get('after') ?? undefined };
  return { position, show };
}

/**
 * Goes to the newest page of a list if the page of the address has no rows, because the last ones were dealt with.
 * @returns whether the newest page has yet to be shown
 */
export function useNewestIfEmpty(isEmpty: boolean): boolean {
  const [search, setSearch] = useSearchParams();
  const isLeft = isEmpty && (search.has('before') || search.has('after'));
  useEffect(() => {
    if (!isLeft) return;
    const next = new URLSearchParams(search);
    for (const name of ['before', 'after']) next.delete(name);
    // the empty page is not kept in the history, or the button "back" would lead to it
    setSearch(next, { replace: true });
  }, [isLeft, search, setSearch]);
  return isLeft;
}

/** Counts the filters that are set. The position in the list does not count. */
export const countFilters = (filters: object): number =>
  Object.keys(filters).filter((name) => name !== 'before' && name !== 'after').length;
