interface History {
  /** Table of the rows that have a state and a history. */
  table: string;
  /** Table of their transitions. */
  moves: string;
  /** Column of a transition that names its row. */
  rowId: string;
  firstState: string;
  /** The transitions that are allowed from each state. */
  allowed: Readonly<Record<string, readonly string[]>>;
}

/** Query that counts the transitions that have a gap before them or that the state table does not allow. */
export function countBrokenPaths({ table, moves, rowId, firstState, allowed }: History): string {
  const pairs = Object.entries(allowed)
    .flatMap(([from, targets]) => targets.map((to) => `('${from}', '${to}')`))
    .join(', ');
  return `
    SELECT count(*) FROM (SELECT *, lag(to_state) OVER (PARTITION BY ${rowId} ORDER BY version) AS was,
        row_number() OVER (PARTITION BY ${rowId} ORDER BY version) AS place FROM ${moves} m
        WHERE {slice ${table} m.${rowId}}) m
    WHERE version <> place OR from_state IS DISTINCT FROM was OR CASE WHEN place = 1 THEN to_state <> '${firstState}'
      ELSE (from_state, to_state) NOT IN (VALUES ${pairs}) END`;
}

/** Query that counts the rows whose state and version are not those of their last transition. */
export const countWrongEnds = ({ table, moves, rowId }: History): string => `
    SELECT count(*) FROM ${table} r WHERE {slice ${table} r.id} AND (NOT EXISTS (SELECT FROM ${moves} m
      WHERE m.${rowId} = r.id AND m.version = r.version AND m.to_state = r.state)
      OR EXISTS (SELECT FROM ${moves} m WHERE m.${rowId} = r.id AND m.version > r.version))`;
