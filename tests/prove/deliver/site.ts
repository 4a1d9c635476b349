import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '#/server/platform/config/config.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { start } from '#/server/start.ts';
import type { SitePoint } from './kinds.ts';

/*
 * Runs the server as `npm start` does, and kills it with SIGKILL at a given point: after a grant or a lease is
 * committed, or before or after a result or the players of a poll are.
 */

let point: SitePoint | undefined;
/** The points that the open transaction of a connection has passed. */
const doneIn = new WeakMap<pg.Client, Set<SitePoint>>();

const RESULT = /^update "deliveries" set .*"moved_by"|UPDATE deliveries d SET state = 'done'/;
const PLAYERS = /^insert into "game_presence"/;
const STATEMENTS: [SitePoint, RegExp][] = [
  ['after the grant', /^insert into "deliveries"/],
  ['after the lease', /SET state = 'leased'/],
  ['before the result', RESULT],
  ['after the result', RESULT],
  ['before players are noted', PLAYERS],
  ['after players are noted', PLAYERS],
];
const textOf = (query: unknown) => (typeof query === 'string' ? query : (query as pg.QueryConfig).text);
const die = () => process.kill(process.pid, 'SIGKILL');

// oxlint-disable-next-line typescript/unbound-method -- it is called on each client below
const query = pg.Client.prototype.query as (...values: unknown[]) => unknown;
async function watched(this: pg.Client, ...values: unknown[]): Promise<unknown> {
  const text = textOf(values[0]);
  const done = doneIn.get(this);
  if (text === 'BEGIN') doneIn.set(this, new Set());
  if (text === 'COMMIT' || text === 'ROLLBACK') doneIn.delete(this);
  const does = STATEMENTS.flatMap(([each, statement]) => (statement.test(text) ? [each] : []));
  // outside a transaction every statement is committed by itself
  const isCommit =
    point !== undefined && (done ? text === 'COMMIT' && done.has(point) : does.includes(point));
  if (isCommit && point?.startsWith('before')) die();
  const result = (await query.apply(this, values)) as pg.QueryResult;
  const hasChanged = (result.rowCount ?? 0) > 0;
  if (isCommit && (done || hasChanged)) die();
  if (hasChanged) for (const each of does) done?.add(each);
  return result;
}
type Callback = (error: unknown, result?: unknown) => void;
pg.Client.prototype.query = function (this: pg.Client, ...values: unknown[]) {
  if (isSubmittable(values[0])) return query.apply(this, values);
  const last = values.at(-1);
  if (typeof last !== 'function') return watched.apply(this, values);
  const answer = last as Callback;
  return void watched.apply(this, values.slice(0, -1)).then((result) => answer(null, result), answer);
} as never;

function isSubmittable(value: unknown): boolean {
  return typeof (value as { submit?: unknown } | undefined)?.submit === 'function';
}

process.on('message', (next: { point: SitePoint }) => {
  point = next.point;
});
process.on('disconnect', () => process.exit(0));
await start({ ...readConfig(process.env), clientDir: join(projectRoot, 'tests/support/app/client') });
process.send?.({ isReady: true });
