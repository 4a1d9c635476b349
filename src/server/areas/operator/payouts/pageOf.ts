interface Position {
  before?: string | undefined;
  after?: string | undefined;
}

/**
 * Cuts a page out of rows that were read with one more than a page holds.
 * @param found in the order of the list if it was read from the start or before a row, otherwise the other way round
 * @returns the page, and the ids from which the neighbouring pages are read; null at the ends of the list
 */
export function pageOf<T extends { id: number }>(
  found: readonly T[],
  most: number,
  { before, after }: Position,
): { rows: T[]; before: number | null; after: number | null } {
  const isForwards = before === undefined && after !== undefined;
  const hasMore = found.length > most;
  const page = found.slice(0, most);
  const rows = isForwards ? page.toReversed() : page;
  const isFirst = before === undefined && (!isForwards || !hasMore);
  const isLast = !isForwards && !hasMore;
  return {
    rows,
    before: isLast ? null : (rows.at(-1)?.id ?? null),
    after: isFirst ? null : (rows[0]?.id ?? null),
  };
}
