import type { Statement } from '../../support/tools/recordStatements.ts';

/** What the recorded cycle named: these become variables of the script. */
export interface Recorded {
  /** Number of the game server, and the texts with its number in them. */
  server: number;
  /** The delivery that was leased. */
  delivery: number;
  /** The order number of each request. */
  seqs: readonly number[];
  atMs: number;
}

/** Dates of the recording this near are times of the cycle; others are constants. */
const NEAR_MS = 10 * 60_000;

/**
 * A script of pgbench that leases and reports one delivery with the statements that the site sent for it. Server, delivery
 * and time are other ones in each transaction.
 */
export function scriptOf(statements: readonly Statement[], recorded: Recorded, servers: number): string {
  const lines = statements.map(({ text, values }) => {
    const filled = text
      .replaceAll(/\$(\d+)/g, (_, place: string) => literalOf(values[Number(place) - 1], recorded))
      .replaceAll(/\s+/g, ' ')
      .trim();
    return /\btaken AS \(UPDATE deliveries\b/.test(text) ? `${filled} \\gset leased_` : `${filled};`;
  });
  return [`\\set n random(100, ${99 + servers})`, ...lines, ''].join('\n');
}

function literalOf(value: unknown, recorded: Recorded): string {
  const { server, delivery, seqs, atMs } = recorded;
  if (value === null || value === undefined) return 'NULL';
  if (Array.isArray(value)) return `ARRAY[${value.map((each) => literalOf(each, recorded)).join(', ')}]`;
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Date || isTime(value)) {
    const aheadMs = new Date(value).getTime() - atMs;
    return Math.abs(aheadMs) < NEAR_MS
      ? `(now() + interval '${aheadMs} ms')`
      : `'${new Date(value).toISOString()}'::timestamptz`;
  }
  if (Number(value) === delivery) return ':leased_id';
  if (seqs.includes(Number(value))) return '(extract(epoch FROM clock_timestamp()) * 1000000)::bigint';
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const number = String(100 + server);
  if (text.endsWith(number)) return `('${text.slice(0, -number.length)}' || :n)`;
  return `'${text.replaceAll("'", "''")}'`;
}

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
