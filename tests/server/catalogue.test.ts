import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { oddsHash } from '#/contract/fair.ts';
import { importCatalogue } from '#/server/db/seed/importCatalogue.ts';
import { CatalogueError, readCatalogue, type Catalogue } from '#/server/db/seed/readCatalogue.ts';
import { createTestApp, type TestApp } from '../support/testApp.ts';
import { testCatalogue } from '../support/testCatalogue.ts';

let site: TestApp;
let folder: string;
let assets: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'one-rp-catalogue-'));
  assets = join(folder, 'assets');
  for (const path of ['cases', 'assets/cases', 'assets/items'])
    mkdirSync(join(folder, path), { recursive: true });
  write(testCatalogue);
  for (const { imageName, items } of testCatalogue.cases) {
    writeFileSync(join(assets, 'cases', `${imageName}.webp`), '');
    for (const item of items) writeFileSync(join(assets, 'items', `${item.imageName}.webp`), '');
  }
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write({ servers, cases }: Catalogue): void {
  writeFileSync(join(folder, 'servers.json'), JSON.stringify(servers));
  for (const file of cases) writeFileSync(join(folder, 'cases', `${file.slug}.json`), JSON.stringify(file));
}

const count = async () => {
  const { rows } = await site.pool.query(
    `SELECT (SELECT count(*) FROM servers)::int AS servers, (SELECT count(*) FROM cases)::int AS cases,
       (SELECT count(*) FROM case_items)::int AS items, (SELECT count(*) FROM case_odds)::int AS odds`,
  );
  return rows[0];
};
const FULL = { servers: 2, cases: 3, items: 24, odds: 3 };
const NOTHING = { servers: 0, cases: 0, items: 0, odds: 0 };

/** The test catalogue with something else in its first case. */
function altered(change: (file: Catalogue['cases'][number]) => void): Catalogue {
  const copy = structuredClone(testCatalogue);
  if (copy.cases[0]) change(copy.cases[0]);
  return copy;
}

describe('importCatalogue', () => {
  beforeEach(async () => {
    site = await createTestApp({ hasCatalogue: false });
  });
  afterEach(() => site.close());

  test('the files of a folder are imported whole, with the ids they name', async () => {
    const catalogue = await readCatalogue(folder, assets);
    expect(await importCatalogue(site.pool, catalogue)).toEqual(FULL);
    expect(await count()).toEqual(FULL);
    const { rows } = await site.pool.query('SELECT id, key, names FROM cases ORDER BY id');
    expect(rows[0]).toEqual({
      id: '1',
      key: 'heist',
      names: { ru: 'Кейс 1', uk: 'Скринька 1', en: 'Case 1' },
    });
    const odds = await site.pool.query('SELECT hash, text FROM case_odds');
    for (const { hash, text } of odds.rows) expect(oddsHash(text)).toBe(hash);
  });

  test('a second import of the same files changes nothing', async () => {
    const catalogue = await readCatalogue(folder, assets);
    await importCatalogue(site.pool, catalogue);
    const before = await site.pool.query('SELECT xmin, * FROM case_items ORDER BY id');
    expect(await importCatalogue(site.pool, catalogue)).toEqual(NOTHING);
    expect((await site.pool.query('SELECT xmin, * FROM case_items ORDER BY id')).rows).toEqual(before.rows);
  });

  test('a dry run tells what would change and keeps nothing', async () => {
    expect(await importCatalogue(site.pool, testCatalogue, { isDryRun: true })).toEqual(FULL);
    expect(await count()).toEqual(NOTHING);
  });

  test('changed odds are a new revision; the old one stays as it was', async () => {
    await importCatalogue(site.pool, testCatalogue);
    const first = await site.pool.query('SELECT hash, text FROM case_odds WHERE case_id = 1');
    const changed = altered(({ items }) => {
      for (const [index, tickets] of [390_000, 260_000].entries())
        Object.assign(items[index] ?? {}, { tickets });
    });
    expect(await importCatalogue(site.pool, changed)).toEqual({ ...NOTHING, odds: 1 });
    const { rows } = await site.pool.query(
      'SELECT revision, hash, text FROM case_odds WHERE case_id = 1 ORDER BY 1',
    );
    expect(rows.map(({ revision }) => revision)).toEqual([1, 2]);
    expect(rows[0]).toMatchObject(first.rows[0]);
    expect(rows[1]?.text).toContain('ODDS1\n1\n2\n100:390000\n101:260000\n');
    expect(await importCatalogue(site.pool, changed)).toEqual(NOTHING);
  });

  test('another name or price is a change of that row only', async () => {
    await importCatalogue(site.pool, testCatalogue);
    const renamed = altered((file) => {
      file.name.uk = 'Інша назва';
      Object.assign(file.items[3] ?? {}, { premiumCoinsPrice: 77 });
    });
    expect(await importCatalogue(site.pool, renamed)).toEqual({ ...NOTHING, cases: 1, items: 1 });
  });

  test('two imports at the same moment are one', async () => {
    const reports = await Promise.all([1, 2, 3].map(() => importCatalogue(site.pool, testCatalogue)));
    expect(reports.filter(({ odds }) => odds === 3)).toHaveLength(1);
    expect(await count()).toEqual(FULL);
  });

  test("the site's own catalogue is imported whole, and then stands as it is", async () => {
    const catalogue = await readCatalogue('src/server/db/seed/catalogue', 'assets');
    const items = catalogue.cases.reduce((sum, file) => sum + file.items.length, 0);
    const whole = { servers: catalogue.servers.length, cases: 8, items, odds: 8 };
    expect(await importCatalogue(site.pool, catalogue)).toEqual(whole);
    expect(await importCatalogue(site.pool, catalogue)).toEqual(NOTHING);
  });

  test('a mistake in the last file leaves nothing of the first', async () => {
    const stolen = structuredClone(testCatalogue);
    await importCatalogue(site.pool, { ...testCatalogue, cases: testCatalogue.cases.slice(0, 1) });
    const last = stolen.cases[2];
    Object.assign(last?.items[0] ?? {}, { id: 100 });
    Object.assign(stolen.servers[0] ?? {}, { sortOrder: 9 });
    await expect(importCatalogue(site.pool, stolen)).rejects.toThrow(
      'item 100 belongs to another case already',
    );
    expect(await count()).toEqual({ servers: 2, cases: 1, items: 8, odds: 1 });
    expect((await site.pool.query(`SELECT sort_order FROM servers WHERE key = 'everest'`)).rows).toEqual([
      { sort_order: 1 },
    ]);
  });
});

test.each<[sentence: string, spoil: (file: Record<string, unknown>) => void]>([
  [
    'tickets must sum to exactly 1000000',
    (file) => Object.assign((file['items'] as object[])[0] ?? {}, { tickets: 1 }),
  ],
  ['name.uk', (file) => Object.assign(file, { name: { ru: 'Кейс', en: 'Case' } })],
  ['items.0.color', (file) => Object.assign((file['items'] as object[])[0] ?? {}, { color: 'golden' })],
  ['surprise', (file) => Object.assign(file, { surprise: 1 })],
  ['the file must be named other.json', (file) => Object.assign(file, { slug: 'other' })],
  ['case id 2 is used twice', (file) => Object.assign(file, { id: 2 })],
  ['item id 200 is used twice', (file) => Object.assign((file['items'] as object[])[0] ?? {}, { id: 200 })],
  ['assets/cases/unknown.* is named but not there', (file) => Object.assign(file, { imageName: 'unknown' })],
  [
    'assets/items/unknown.* is named but not there',
    (file) => Object.assign((file['items'] as object[])[0] ?? {}, { imageName: 'unknown' }),
  ],
  ['items.0.tickets', (file) => Object.assign((file['items'] as object[])[0] ?? {}, { tickets: 0.5 })],
])('a file is refused with a sentence: %s', async (sentence, spoil) => {
  const file = structuredClone(testCatalogue.cases[0]) as unknown as Record<string, unknown>;
  spoil(file);
  writeFileSync(join(folder, 'cases/heist.json'), JSON.stringify(file));
  await expect(readCatalogue(folder, assets)).rejects.toThrow(sentence);
});

test('every mistake is told at once, also files that are no JSON or not there', async () => {
  writeFileSync(join(folder, 'cases/heist.json'), '{"id":');
  writeFileSync(join(folder, 'cases/street.json'), '{}');
  rmSync(join(folder, 'servers.json'));
  const error = await readCatalogue(folder, assets).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(CatalogueError);
  const text = (error as CatalogueError).message;
  for (const file of ['servers.json', 'cases/heist.json', 'cases/street.json']) expect(text).toContain(file);
});
