import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSibling, createTestApp, PATIENT, type TestApp } from '../../../support/app/testApp.ts';
import { recordStatements } from '../../../support/tools/recordStatements.ts';

const MINUTE_MS = 60_000;

let site: TestApp;
let name: string;
let made = 0;
beforeAll(async () => {
  site = await createTestApp();
});
beforeEach(async () => {
  name = `u-${(made++).toString(16).padStart(16, '0')}`;
  await site.pool.query(
    `INSERT INTO pictures (name, hash, kind, source_bytes, source_px, used_at) VALUES ($1, $2, 'items', 10, 384, now())`,
    [name, Buffer.from(name)],
  );
  await site.pool.query(
    `INSERT INTO picture_files (name, px, format, bytes) VALUES ($1, 384, 'webp', 'picture'::bytea)`,
    [name],
  );
});
afterAll(() => site.close());

const load = (file = `${name}-384.webp`) => site.app.inject({ url: `/pictures/${file}` });
const bodyOf = async () => (await load()).body;

test('N9 an uploaded picture is read once for all who ask, and again after a minute', async () => {
  const readsOf = async (load: () => Promise<string[]>) => {
    const statements = await recordStatements(async () => {
      expect(new Set(await load())).toEqual(new Set(['picture']));
    });
    return statements.filter(({ text }) => text.includes('picture_files')).length;
  };
  const byAll = () => Promise.all(Array.from({ length: 20 }, bodyOf));
  expect(await readsOf(byAll)).toBe(1);
  expect(await readsOf(byAll)).toBe(0);
  site.advanceMs(MINUTE_MS + 1000);
  expect(await readsOf(byAll)).toBe(1);
});

test('N9 a picture that is removed is shown for a minute at most, and one that comes is shown at once', async () => {
  const other = `${name}-192.webp`;
  expect((await load(other)).statusCode).toBe(404);
  await site.pool.query(
    `INSERT INTO picture_files (name, px, format, bytes) VALUES ($1, 192, 'webp', 'small'::bytea)`,
    [name],
  );
  expect((await load(other)).body).toBe('small');
  await site.pool.query('DELETE FROM picture_files WHERE name = $1', [name]);
  expect((await load(other)).statusCode).toBe(200);
  site.advanceMs(MINUTE_MS + 1000);
  for (const _ of [1, 2]) expect((await load(other)).statusCode).toBe(404);
});

test('N9 while the database does not answer, pictures are shown that were shown before', async () => {
  expect(await bodyOf()).toBe('picture');
  site.advanceMs(MINUTE_MS + 1000);
  await site.pool.query('ALTER TABLE picture_files RENAME TO picture_files_away');
  try {
    for (const _ of [1, 2]) expect(await bodyOf()).toBe('picture');
    expect((await load('u-ffffffffffffffff-384.webp')).statusCode).toBe(500);
  } finally {
    await site.pool.query('ALTER TABLE picture_files_away RENAME TO picture_files');
  }
  expect(await bodyOf()).toBe('picture');
});

test('N9 a kept picture does not wait for a database that is silent', async () => {
  // longer than the test may take
  const limits = { ...PATIENT, statementMs: 600_000, queryMs: 600_000 };
  const other = await createSibling(site, { databaseLimits: limits });
  const show = async () => (await other.app.inject({ url: `/pictures/${name}-384.webp` })).body;
  expect(await show()).toBe('picture');
  other.advanceMs(MINUTE_MS + 1000);
  const holder = await site.pool.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE picture_files IN ACCESS EXCLUSIVE MODE');
  try {
    for (const _ of [1, 2]) expect(await show()).toBe('picture');
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  await other.close();
});

test('E3 kept pictures are not counted for an address; names that are none are', async () => {
  const limited = await createSibling(site, { config: { rateLimitScale: 1 } });
  const statuses = async (file: string) => {
    const seen = new Set<number>();
    for (let asked = 0; asked < 310; asked++)
      seen.add((await limited.app.inject({ url: `/pictures/${file}` })).statusCode);
    return [...seen];
  };
  expect(await statuses(`${name}-384.webp`)).toEqual([200]);
  expect(await statuses('u-ffffffffffffffff-384.webp')).toEqual([404, 429]);
  expect(await statuses(`${name}-384.webp`)).toEqual([200]);
  await limited.close();
});
