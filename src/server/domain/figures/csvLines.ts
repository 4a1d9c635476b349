import { type Name, type SQL, sql } from 'drizzle-orm';
import type { Separator } from '#/contract/operator/figures/exports.ts';
import { FORMULA_SIGNS, INNER_FORMULA, SIGNS } from './csv.ts';

/**
 * A column of a file: an SQL text, and whether it is a number, a time, a boolean or one of a few words, which is never
 * escaped.
 */
export interface Column {
  text: SQL;
  isPlain: boolean;
}

/** Separators, quotes, line ends and beginnings of formulas. Few rows of a large file have any of them. */
const SPECIAL = sql.raw(`'[,;"${FORMULA_SIGNS.replace('-', '')}-]'`);
const NUMBER = sql.raw(`'^-?[0-9]+(\\.[0-9]+)?$'`);
const STARTS = sql.raw(`'{${Array.from(FORMULA_SIGNS, (sign) => sign.codePointAt(0)).join(',')}}'::int[]`);

const INNER = sql.raw(`'${INNER_FORMULA}'`);

/**
 * SELECT of the lines of a file as one text, with their number. PostgreSQL writes the lines, because reading each cell
 * here would take most of an export's time. `csvLine` writes the same lines; a test compares both with random texts.
 * @param from FROM and WHERE of the rows, whose table is `r`
 */
export function csvLines(columns: readonly Column[], from: SQL, separator: Separator): SQL {
  const sign = sql.raw(`'${SIGNS[separator]}'`);
  const names = columns.map((_, at) => sql.identifier(`c${at}`));
  const texts = names.filter((_, at) => !columns[at]!.isPlain);
  const line = (cell: (name: SQL, at: number) => SQL) => {
    const cells = names.map((name, at) => joinable(cell(sql`${name}`, at)));
    return sql`${sql.join(cells, sql` || ${sign} || `)} || E'\r\n'`;
  };
  const plain = line((name) => name);
  const escaped = line((name, at) => (columns[at]!.isPlain ? name : csvCell(name, sign)));
  const written =
    texts.length === 0
      ? plain
      : sql`CASE WHEN ${sql.join(texts.map(joinable), sql` || `)} ~ ${SPECIAL} THEN ${escaped} ELSE ${plain} END`;
  const values = columns.map(({ text }, at) => sql`${text} AS ${names[at]}`);
  // OFFSET 0 keeps the planner from computing a column anew for each use
  return sql`SELECT count(*)::int AS rows, coalesce(string_agg(${written}, '' ORDER BY id), '') AS lines
    FROM (SELECT r.id, ${sql.join(values, sql`, `)} ${from} ORDER BY r.id OFFSET 0) cells`;
}

/** SQL text for `||`, where NULL counts as empty. `concat` would take five times as long. */
const joinable = (text: SQL | Name): SQL => sql`coalesce(${text}, '')`;

function csvCell(text: SQL, sign: SQL): SQL {
  const whole = sql`CASE WHEN ascii(${text}) = ANY(${STARTS}) AND ${text} !~ ${NUMBER} THEN '''' || ${text} ELSE ${text} END`;
  const safe = sql`regexp_replace(${whole}, ${INNER}, '\\1''\\2', 'g')`;
  return sql`CASE WHEN ${text} ~ E'["\r\n]' OR strpos(${text}, ${sign}) > 0
    THEN '"' || replace(${safe}, '"', '""') || '"' ELSE ${safe} END`;
}
