import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { settledId } from '#/server/platform/db/settledId.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

let writer: Client;
beforeEach(async () => {
  writer = new Client({ connectionString: app.databaseUrl });
  await writer.connect();
});
afterEach(() => writer.end());

/** Adds a row to the audit log. @returns its id */
async function add(by: Pick<Client, 'query'> = app.pool): Promise<number> {
  const { rows } = await by.query<{ id: string }>(
    `INSERT INTO audit (actor, event, created_at) VALUES ('site', 'signedUp', now()) RETURNING id`,
  );
  return Number(rows[0]!.id);
}

test('O24 no id is settled while a smaller one is being written, and all are when that has ended', async () => {
  await writer.query('BEGIN');
  const early = await add(writer);
  const late = await add();
  expect(late).toBeGreaterThan(early);
  expect(await settledId(app.pool, 'audit')).toBeUndefined();
  await writer.query('COMMIT');
  expect(await settledId(app.pool, 'audit')).toBe(late);
});

test('O24 a writer that comes later is not waited for, and waits for nobody', async () => {
  await writer.query('BEGIN');
  await add(writer);
  const last = await add();
  const settled = settledId(app.pool, 'audit');
  const later = new Client({ connectionString: app.databaseUrl });
  await later.connect();
  // a statement that waits for a lock would fail
  await later.query("SET lock_timeout = '1ms'");
  await later.query('BEGIN');
  await add(later);
  await writer.query('ROLLBACK');
  expect(await settled).toBe(last);
  await later.end();
});

test('O24 ids are settled while the table is being vacuumed or gets an index', async () => {
  const last = await add();
  await writer.query('BEGIN; LOCK TABLE audit IN SHARE UPDATE EXCLUSIVE MODE');
  expect(await settledId(app.pool, 'audit')).toBe(last);
});

test('O24 a writer that had locked the whole table before is waited for', async () => {
  await writer.query('BEGIN; LOCK TABLE audit IN SHARE ROW EXCLUSIVE MODE');
  await add(writer);
  expect(await settledId(app.pool, 'audit')).toBeUndefined();
});
