import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { readCatalogue } from '#/server/domain/catalogue/readCatalogue.ts';
import { importCatalogue } from '#/server/domain/seed/importCatalogue.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { fillEvening } from '../../../bench/evening/fillEvening.ts';
import { fillBooks } from '../../../bench/operator/fillBooks.ts';
import { seedScale } from '../../../bench/seedScale.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

/*
 * The benches insert their rows by SQL, past the site's own code. So each change of a table must reach them too, and this is
 * where it shows: nobody runs a bench with every change.
 */

let site: TestApp;
afterEach(() => site.close());

const orders = async (): Promise<number> => {
  const { rows } = await site.pool.query<{ count: number }>('SELECT count(*)::int FROM orders');
  return rows[0]!.count;
};

test('O28 the bench of the operators fills a database of the tables as they are', async () => {
  site = await createTestApp();
  await fillBooks(site.pool, { players: 40, ordersEach: 10, transfersEach: 20 });
  expect(await orders()).toBe(400);
});

test('T21 the bench of a large database fills one of the tables as they are, and its books balance', async () => {
  site = await createTestApp();
  expect(await seedScale(site.pool, { players: 400, drawsEach: 4 })).toHaveLength(200);
  expect(await orders()).toBe(100);
  const broken = await brokenInvariants(site.pool);
  expect(Object.keys(broken).filter((name) => name.startsWith('LE'))).toEqual([]);
});

test('T21 the bench of an evening fills a database of the tables as they are, and its books balance', async () => {
  site = await createTestApp({ hasCatalogue: false });
  const folder = join(projectRoot, 'src/server/domain/catalogue/files');
  await importCatalogue(site.pool, await readCatalogue(folder, join(projectRoot, 'assets')));
  await fillEvening(site.pool, { accounts: 60, transfersEach: 6, players: 20, streams: 0 });
  expect(Object.keys(await brokenInvariants(site.pool))).toEqual([]);
});
