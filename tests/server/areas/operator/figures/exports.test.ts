import { Readable } from 'node:stream';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Dashboard } from '#/contract/operator/figures/dashboard.ts';
import type { ExportKind, MakeExportBody } from '#/contract/operator/figures/exports.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { type ExportExtent, exportExtent, exportText } from '#/server/domain/figures/exportRows.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { advanceNumbers } from '#/server/platform/watch/advanceNumbers.ts';
import { createPlayer } from '../../../../support/app/factories.ts';
import { createBusySite } from '../../../../support/app/busySite.ts';
import type { TestApp } from '../../../../support/app/testApp.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createOperator, type TestOperator } from '../../../../support/desks/operators.ts';
import { applyPaymentEvent, pendingOrder } from '../../../../support/players/shopping.ts';
import { recordStatements } from '../../../../support/tools/recordStatements.ts';

const RANGE = { from: '2026-01-01', to: '2026-01-31' };

let app: TestApp;
let manager: TestOperator;
beforeAll(async () => {
  ({ app } = await createBusySite());
});
beforeEach(async () => {
  manager = await createOperator(app, 'manager');
});
afterAll(() => app.close());

const { dashboard, loadExport, makeExport } = operatorCalls;
const make = (changes: Partial<MakeExportBody> & { kind: ExportKind }, by = manager) =>
  by.browser.call(makeExport, {
    body: { ...RANGE, separator: 'semicolon', reason: 'the books of January', ...changes },
  });
const load = (ticket: string, by = manager) => by.browser.call(loadExport, { params: { id: ticket } });
/**
 * Downloads a file.
 * @returns its first line, and its rows by the names of the second
 */
async function take(changes: Partial<MakeExportBody> & { kind: ExportKind }) {
  const made = await make(changes);
  expect(made.statusCode, made.body).toBe(200);
  const { ticket, rows: count } = made.json<{ ticket: string; rows: number }>();
  const { body, headers, statusCode } = await load(ticket);
  expect(statusCode, body).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${changes.kind}-2026-01-01-2026-01-31.csv"`,
    'cache-control': 'no-store',
  });
  const [about = '', names = '', ...lines] = body.split('\r\n');
  expect(lines.pop()).toBe('');
  const rows = lines.map((line) =>
    Object.fromEntries(line.split(';').map((cell, at) => [names.split(';')[at], cell])),
  );
  expect(rows).toHaveLength(count);
  return { about, rows };
}
/** Sums up a column of euros in cents. */
const cents = (rows: Record<string, string>[], column: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0);

test('O24 files, dashboard and books agree to the cent', async () => {
  const player = await createPlayer(app.deps);
  const id = await pendingOrder(app, player);
  await applyPaymentEvent(app, id, 'paid');
  const refund = { causeRef: `part-${id}`, amountCents: 333 };
  await applyPaymentEvent(app, id, 'refunded', refund);
  await applyPaymentEvent(app, id, 'refundFailed', { ...refund, eventId: `failed-${id}` });
  await applyPaymentEvent(app, id, 'refunded', {
    causeRef: `again-${id}`,
    amountCents: 111,
    eventId: `again-${id}`,
  });
  const disputed = await pendingOrder(app, player);
  await applyPaymentEvent(app, disputed, 'paid');
  await applyPaymentEvent(app, disputed, 'chargedBack');
  const inParts = await pendingOrder(app, player);
  await applyPaymentEvent(app, inParts, 'paid', { causeRef: `${inParts}:3000`, amountCents: 3000 });
  await applyPaymentEvent(app, inParts, 'paid');
  const { tiles } = (await manager.browser.call(dashboard, { query: RANGE })).json<Dashboard>();
  const orders = (await take({ kind: 'orders' })).rows;
  const payments = (await take({ kind: 'payments' })).rows;
  const refunds = (await take({ kind: 'refunds' })).rows;
  const { rows } = await app.pool.query<Record<string, string>>(
    `SELECT sum(total_cents) AS paid, sum(refunded_cents) AS back FROM orders WHERE paid_at IS NOT NULL`,
  );
  const books = { paid: Number(rows[0]!.paid), back: Number(rows[0]!.back) };
  expect([tiles.paidCents, cents(orders, 'total'), cents(payments, 'paid')]).toEqual(
    Array(3).fill(books.paid),
  );
  expect(tiles.orders).toBe(orders.length);
  const back = tiles.refundedCents + tiles.chargedBackCents;
  for (const file of [payments, refunds])
    expect([cents(file, 'refunded'), cents(file, 'charged_back')]).toEqual([
      tiles.refundedCents,
      tiles.chargedBackCents,
    ]);
  expect([back, cents(orders, 'refunded')]).toEqual([books.back, books.back]);
  expect(tiles.chargedBackCents).toBe(5000);
  expect(refunds.map(({ event }) => event)).toContain('refundFailed');
});

test('O26 every file has its rows, and its first line says what they are', async () => {
  const login = '=HYPERLINK("http://evil.example")';
  await app.pool.query('UPDATE accounts SET login = $1 WHERE id = (SELECT max(account_id) FROM orders)', [
    login,
  ]);
  for (const kind of ['deliveries', 'audit', 'players'] as const) {
    const { about, rows } = await take({ kind });
    expect(about).toBe(`\uFEFF"${kind} 2026-01-01 - 2026-01-31 UTC; server: all; rows: ${rows.length}"`);
    expect(rows.length).toBeGreaterThan(0);
  }
  const { rows } = await take({ kind: 'players', server: 'everest' });
  expect(rows.map((row) => row.login)).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  expect((await take({ kind: 'players', server: 'fuji' })).rows).toEqual([]);
  const day = app.deps.now().toISOString().slice(0, 10);
  expect((await take({ kind: 'orders' })).rows[0]!.paid_at).toMatch(/^2026-01-1\d \d\d:\d\d:\d\d$/);
  expect(day).toMatch(/^2026-01/);
});

test.each(['orders', 'vat-doubts'] as const)(
  'O26 a file of %s leaves out what was paid after its request, and is whole',
  async (kind) => {
    const player = await createPlayer(app.deps);
    const waiting = await pendingOrder(app, player);
    const last = await pendingOrder(app, player);
    await applyPaymentEvent(app, last, 'paid');
    const { ticket, rows } = (await make({ kind })).json<{ ticket: string; rows: number }>();
    app.advanceMs(1);
    await applyPaymentEvent(app, waiting, 'paid');
    const { body } = await load(ticket);
    expect(body.trimEnd().split('\r\n')).toHaveLength(2 + rows);
    expect([body.includes(last), body.includes(waiting)]).toEqual([true, false]);
    expect((await take({ kind })).rows).toHaveLength(rows + 1);
  },
);

test('O26 a file of VAT is whole though a payment of another country came after its request', async () => {
  const waiting = await pendingOrder(app, await createPlayer(app.deps));
  const { ticket } = (await make({ kind: 'vat' })).json<{ ticket: string }>();
  await applyPaymentEvent(app, waiting, 'paid', { places: [{ kind: 'billing', country: 'MT' }] });
  const [about = '', , ...lines] = (await load(ticket)).body.trimEnd().split('\r\n');
  expect(lines.some((line) => line.includes(';MT;'))).toBe(true);
  expect(about).toContain(`rows: ${lines.length}`);
});

test('O26 a ticket loads its file once, for its operator, within a minute', async () => {
  const ticketOf = async () => (await make({ kind: 'orders' })).json<{ ticket: string }>().ticket;
  const ticket = await ticketOf();
  expect((await load(ticket, await createOperator(app, 'manager'))).statusCode).toBe(404);
  const both = await Promise.all([load(ticket), load(ticket)]);
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404]);
  const late = await ticketOf();
  app.advanceMs(61_000);
  expect(codeOf(await load(late))).toBe('notFound');
});

test('O6 a file is in the audit log with its rows and reason, and nothing of it is stored', async () => {
  const { rows } = await take({ kind: 'players' });
  const { rows: entries } = await app.pool.query<{ after: object; reason: string }>(
    `SELECT after, reason FROM audit WHERE event = 'exportMade' ORDER BY id DESC LIMIT 1`,
  );
  expect(entries[0]).toEqual({
    after: { ...RANGE, separator: 'semicolon', rows: rows.length },
    reason: 'the books of January',
  });
  const { rows: stored } = await app.pool.query<{ text: string }>(
    `SELECT (SELECT coalesce(string_agg(t::text, ' '), '') FROM export_tickets t)
      || (SELECT coalesce(string_agg(i::text, ' '), '') FROM operator_idempotency i) AS text`,
  );
  expect(stored[0]!.text).not.toContain('example.org');
});

test('O26 one person takes thirty files an hour', async () => {
  for (let made = 0; made < 30; made++) expect((await make({ kind: 'refunds' })).statusCode).toBe(200);
  expect(codeOf(await make({ kind: 'refunds' }))).toBe('tooManyRequests');
  expect((await make({ kind: 'refunds' }, await createOperator(app, 'owner'))).statusCode).toBe(200);
  app.advanceMs(60 * 60_000);
});

describe('O26 a large file', () => {
  const filter = {
    kind: 'audit',
    from: '2025-06-15',
    to: '2025-06-15',
    server: undefined,
    separator: 'tab',
  } as const;
  beforeAll(() =>
    app.pool.query(
      `INSERT INTO audit (actor, event, created_at)
       SELECT 'site', 'orderGranted', '2025-06-15T12:00:00Z' FROM generate_series(1, 30000)`,
    ),
  );

  /** Reads the file. @returns the rows of each batch, the last one first */
  async function batchesOf(extent: ExportExtent): Promise<number[]> {
    const parts: number[] = [];
    for await (const part of exportText(app.deps, filter, extent))
      parts.unshift(part.split('\r\n').length - 1);
    // what it is about, and the names of its columns
    return parts.slice(0, -2);
  }

  test('is read in batches without a transaction, and fails if a row is missing', async () => {
    const extent = await exportExtent(app.deps, filter);
    expect(extent.rows).toBe(30_000);
    const statements = await recordStatements(async () => {
      // the rows turn out to be short, so the second batch has more of them
      expect(await batchesOf(extent)).toEqual([25_000, 5000]);
    });
    expect(statements).toHaveLength(2);
    expect(statements.map(({ text }) => text).join(' ')).not.toMatch(/BEGIN|CURSOR/);
    await expect(batchesOf({ ...extent, rows: 30_001 })).rejects.toThrow('30000 rows and not 30001');
  });

  test('has the rows that were given their numbers before its last one, though they are committed later', async () => {
    const add = (by: Pick<Client, 'query'>) =>
      by.query(
        `INSERT INTO audit (actor, event, created_at) VALUES ('site', 'orderGranted', '2025-06-16T12:00:00Z')`,
      );
    const day = { ...filter, from: '2025-06-16', to: '2025-06-16' };
    const writer = new Client({ connectionString: app.databaseUrl });
    await writer.connect();
    await writer.query('BEGIN');
    await add(writer);
    await add(app.pool);
    const asked = exportExtent(app.deps, day);
    let isCounted = false;
    void asked.then(() => (isCounted = true));
    const looks = `SELECT FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND query LIKE '%AS writer%'`;
    await expect.poll(async () => isCounted || (await app.pool.query(looks)).rowCount! > 0).toBe(true);
    await writer.query('COMMIT');
    await writer.end();
    const extent = await asked;
    expect(extent.rows).toBe(2);
    const parts = await Readable.from(exportText(app.deps, day, extent)).toArray();
    expect(parts.join('').split('\r\n')).toHaveLength(5);
  });

  test('is read in one step over the numbers that a restored database leaves out (O33)', async () => {
    const add = () =>
      app.pool.query(
        `INSERT INTO audit (actor, event, created_at) VALUES ('site', 'orderGranted', '2025-06-18T12:00:00Z')`,
      );
    await add();
    await withTx(app.pool, (tx) => advanceNumbers(tx, app.deps));
    await add();
    const day = { ...filter, from: '2025-06-18', to: '2025-06-18' };
    const extent = await exportExtent(app.deps, day);
    expect(extent.rows).toBe(2);
    expect(extent.lastId - extent.firstId).toBeGreaterThan(1_000_000);
    const read = () => Readable.from(exportText(app.deps, day, extent)).toArray();
    expect(await recordStatements(read)).toHaveLength(2);
  });

  test('is read in smaller batches while the database works for others', async () => {
    const lock = await app.pool.connect();
    await lock.query('SELECT pg_advisory_lock(1, 1)');
    const waiting = [1, 2].map(() => app.pool.query('SELECT pg_advisory_xact_lock(1, 1)'));
    try {
      await expect
        .poll(async () => {
          const { rowCount } = await app.pool.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          );
          return rowCount;
        })
        .toBe(2);
      expect(await batchesOf(await exportExtent(app.deps, filter))).toEqual([5000, 20_000, 5000]);
    } finally {
      await lock.query('SELECT pg_advisory_unlock(1, 1)');
      lock.release();
      await Promise.all(waiting);
    }
  });
});
