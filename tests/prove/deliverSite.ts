import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '#/server/platform/config/config.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { start } from '#/server/start.ts';
import type { SitePoint } from './deliverKinds.ts';

/*
 * The server as `npm start` runs it, which kills itself with SIGKILL at a point that it is told: after a grant or a lease is
 * committed, before or after a result is.
 */

let point: SitePoint | undefined;
/** What the open transaction of a connection has done so far. */
const doneIn = new WeakMap<pg.Client, Set<SitePoint>>();

const STATEMENTS: [SitePoint, RegExp][] = [
  ['after the grant', /^insert into "deliveries"/],
  ['after the lease', /SET state = 'leased'/],
  ['before the result', /^update "deliveries" set .*"moved_by"/],
  ['after the result', /^update "deliveries" set .*"moved_by"/],
];
const textOf = (query: unknown) => (typeof query === 'string' ? query : (query as pg.QueryConfig).text);
const die = () => process.kill(process.pid, 'SIGKILL');

// oxlint-disable-next-line typescript/unbound-method -- it is called on each client below
const query = pg.Client.prototype.query as (...values: unknown[]) => unknown;
async function watched(this: pg.Client, ...values: unknown[]): Promise<unknown> {
  const text = textOf(values[0]);
  const done = doneIn.get(this) ?? new Set();
  doneIn.set(this, done);
  if (text === 'BEGIN') done.clear();
  const isCommit = text === 'COMMIT' && point !== undefined && done.has(point);
  if (isCommit && point === 'before the result') die();
  const result = (await query.apply(this, values)) as pg.QueryResult;
  if (isCommit) die();
  if ((result.rowCount ?? 0) > 0)
    for (const [each, statement] of STATEMENTS) if (statement.test(text)) done.add(each);
  return result;
}
pg.Client.prototype.query = function (this: pg.Client, ...values: unknown[]) {
  const isPlain = values.every((value) => typeof value !== 'function') && !isSubmittable(values[0]);
  return isPlain ? watched.apply(this, values) : query.apply(this, values);
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
