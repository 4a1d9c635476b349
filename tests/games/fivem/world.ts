import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

type Value = string | number | null;
export type Row = Record<string, Value>;
export interface Statement {
  query: string;
  values: Value[];
}

const FORMS = {
  select: /^SELECT (?<columns>.+) FROM (?<table>\w+) WHERE (?<where>.+)$/s,
  update: /^UPDATE (?<table>\w+) SET (?<set>.+) WHERE (?<where>.+)$/s,
  insert:
    /^INSERT INTO (?<into>\w+) \((?<columns>.+?)\)\s+SELECT (?<select>.+) FROM (?<table>\w+) WHERE (?<where>.+?)(?: FOR UPDATE)?$/s,
  create: /^CREATE TABLE IF NOT EXISTS (?<table>\w+) \(.+\)$/s,
};

/** The database of a game: what survives a crash. It knows the few forms of statements that adapter and fakes use. */
export class World {
  readonly #file: string;
  readonly tables: Record<string, Row[]>;

  /** @param tables what is there at first */
  constructor(file: string, tables: Record<string, Row[]> = {}) {
    this.#file = file;
    this.tables = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Row[]>)
      : tables;
  }

  /** Does all statements, and writes what came of them to the disk at once. @returns rows, or how many changed */
  run(statements: Statement[]): Row[] | number {
    const results = statements.map(({ query, values }) => this.#one(query, [...values]));
    if (results.some((result) => typeof result === 'number')) {
      writeFileSync(`${this.#file}.new`, JSON.stringify(this.tables));
      renameSync(`${this.#file}.new`, this.#file);
    }
    return results.at(-1)!;
  }

  #one(query: string, values: Value[]): Row[] | number {
    const insert = FORMS.insert.exec(query)?.groups;
    if (insert) {
      const expressions = insert['select']!.split(', ').map((text) => bound(text, values));
      const rows = this.#where(insert['table']!, insert['where']!, values);
      const names = insert['columns']!.split(', ');
      const made = rows.map((row) =>
        Object.fromEntries(names.map((name, at) => [name, expressions[at]!(row)])),
      );
      (this.tables[insert['into']!] ??= []).push(...made);
      return made.length;
    }
    const update = FORMS.update.exec(query)?.groups;
    if (update) {
      const changes = update['set']!.split(', ').map((text) => {
        const [column, expression] = text.split(' = ') as [string, string];
        return [column, bound(expression, values)] as const;
      });
      const rows = this.#where(update['table']!, update['where']!, values);
      for (const row of rows) for (const [column, valueOf] of changes) row[column] = valueOf(row);
      return rows.length;
    }
    const create = FORMS.create.exec(query)?.groups;
    if (create) {
      this.tables[create['table']!] ??= [];
      return [];
    }
    const select = FORMS.select.exec(query)?.groups;
    if (!select) throw new Error(`no form of a statement: ${query}`);
    const columns = select['columns']!.split(', ');
    return this.#where(select['table']!, select['where']!, values).map((row) =>
      Object.fromEntries(columns.map((column) => [column, row[column] ?? null])),
    );
  }

  #where(table: string, text: string, values: Value[]): Row[] {
    const conditions = text.split(' AND ').map((condition) => {
      const [column, operator, wanted] = condition.trim().split(' ') as [string, string, string];
      const value = wanted === '?' ? values.shift()! : Number(wanted);
      return (row: Row) =>
        operator === '=' ? String(row[column]) === String(value) : Number(row[column]) >= Number(value);
    });
    return (this.tables[table] ?? []).filter((row) => conditions.every((holds) => holds(row)));
  }
}

/** An expression like `?`, `balance` or `balance + ?`, with its values. */
function bound(text: string, values: Value[]): (row: Row) => Value {
  const [first, operator] = text.trim().split(' ') as [string, string | undefined];
  if (first === '?') {
    const value = values.shift()!;
    return () => value;
  }
  if (!operator) return (row) => row[first] ?? null;
  const value = Number(values.shift()) * (operator === '-' ? -1 : 1);
  return (row) => Number(row[first]) + value;
}
