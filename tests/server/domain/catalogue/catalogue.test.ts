import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { oddsHash } from '#/contract/fair.ts';
import { type Change, diffText } from '#/server/domain/seed/catalogueDiff.ts';
import { CatalogueError } from '#/server/domain/catalogue/catalogueError.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { importCatalogue } from '#/server/domain/seed/importCatalogue.ts';
import { readCatalogue } from '#/server/domain/catalogue/readCatalogue.ts';
import { type CatalogueFolder, createCatalogueFolder } from '../../../support/catalogue/catalogueFolder.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { testCatalogue } from '../../../support/catalogue/testCatalogue.ts';

let site: TestApp;
let files: CatalogueFolder;

beforeEach(() => {
  files = createCatalogueFolder(testCatalogue);
});
afterEach(() => files.remove());

const readFiles = () => readCatalogue(files.folder, files.assets);

/** Number of changes of each kind, without the shop. */
function tally(changes: readonly Change[]) {
  const of = (noun: string) => changes.filter((change) => change.noun === noun).length;
  return { servers: of('server'), cases: of('case'), items: of('item'), odds: of('odds of case') };
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

describe('N6 importCatalogue', () => {
  beforeEach(async () => {
    site = await createTestApp({ hasCatalogue: false });
  });
  afterEach(() => site.close());

  test('the files of a folder are imported whole, with the ids they name', async () => {
    const catalogue = await readFiles();
    expect(tally(await importCatalogue(site.pool, catalogue))).toEqual(FULL);
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
    const catalogue = await readFiles();
    await importCatalogue(site.pool, catalogue);
    const before = await site.pool.query('SELECT xmin, * FROM case_items ORDER BY id');
    expect(await importCatalogue(site.pool, catalogue)).toEqual([]);
    expect((await site.pool.query('SELECT xmin, * FROM case_items ORDER BY id')).rows).toEqual(before.rows);
  });

  test('a dry run tells what would change and keeps nothing', async () => {
    const would = await importCatalogue(site.pool, testCatalogue, { isDryRun: true });
    expect(tally(would)).toEqual(FULL);
    expect(await count()).toEqual(NOTHING);
  });

  test('changed odds are a new revision; the old one stays as it was', async () => {
    await importCatalogue(site.pool, testCatalogue);
    const first = await site.pool.query('SELECT hash, text FROM case_odds WHERE case_id = 1');
    const changed = altered(({ items }) => {
      for (const [index, tickets] of [390_000, 260_000].entries())
        Object.assign(items[index] ?? {}, { tickets });
    });
    expect(await importCatalogue(site.pool, changed)).toEqual([
      {
        noun: 'odds of case',
        id: '1',
        name: 'heist',
        names: { ru: 'Кейс 1', uk: 'Скринька 1', en: 'Case 1' },
        did: 'changed',
        fields: [
          { field: 'tickets of item 100', from: 400_000, to: 390_000 },
          { field: 'tickets of item 101', from: 250_000, to: 260_000 },
        ],
      },
    ]);
    const { rows } = await site.pool.query(
      'SELECT revision, hash, text FROM case_odds WHERE case_id = 1 ORDER BY 1',
    );
    expect(rows.map(({ revision }) => revision)).toEqual([1, 2]);
    expect(rows[0]).toMatchObject(first.rows[0]);
    expect(rows[1]?.text).toContain('ODDS1\n1\n2\n100:390000\n101:260000\n');
    expect(await importCatalogue(site.pool, changed)).toEqual([]);
  });

  test('another name or price is a change of that row only', async () => {
    await importCatalogue(site.pool, testCatalogue);
    const renamed = altered((file) => {
      file.name.uk = 'Інша назва';
      Object.assign(file.items[3] ?? {}, { premiumCoinsPrice: 77 });
    });
    expect(diffText(await importCatalogue(site.pool, renamed))).toBe(
      '~ case 1 "Case 1": names.uk "Скринька 1" -> "Інша назва"\n' +
        '~ item 103 "Prize 1-3": premium_coins_price 40 -> 77\n',
    );
  });

  test('two imports at the same moment are one', async () => {
    const reports = await Promise.all([1, 2, 3].map(() => importCatalogue(site.pool, testCatalogue)));
    expect(reports.map((changes) => tally(changes).odds).filter(Boolean)).toEqual([3]);
    expect(await count()).toEqual(FULL);
  });

  test("the site's own catalogue is imported whole, and then stands as it is", async () => {
    const catalogue = await readCatalogue('src/server/domain/catalogue/files', 'assets');
    const items = catalogue.cases.reduce((sum, file) => sum + file.items.length, 0);
    const whole = { servers: catalogue.servers.length, cases: 8, items, odds: 8 };
    expect(tally(await importCatalogue(site.pool, catalogue))).toEqual(whole);
    expect(await importCatalogue(site.pool, catalogue)).toEqual([]);
  });

  test('a mistake in the last file leaves nothing of the first', async () => {
    const stolen = structuredClone(testCatalogue);
    await importCatalogue(site.pool, { ...testCatalogue, cases: testCatalogue.cases.slice(0, 1), goods: [] });
    const last = stolen.cases[2];
    Object.assign(last?.items[0] ?? {}, { id: 100 });
    Object.assign(stolen.servers[0] ?? {}, { sortOrder: 9 });
    await expect(importCatalogue(site.pool, stolen)).rejects.toThrow(
      'item 100 belongs to case_id 1 already, not 3',
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
])('N6 a file is refused with a sentence: %s', async (sentence, spoil) => {
  const file = structuredClone(testCatalogue.cases[0]) as unknown as Record<string, unknown>;
  spoil(file);
  files.write('cases/heist.json', file);
  await expect(readFiles()).rejects.toThrow(sentence);
});

test('N6 every mistake is reported at once, including files that are missing or not JSON', async () => {
  files.write('cases/heist.json', '{"id":');
  files.write('cases/street.json', '{}');
  files.write('shop/paymentGroups.json', '[{}]');
  files.remove('servers.json');
  const error = await readFiles().catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(CatalogueError);
  const text = (error as CatalogueError).message;
  for (const file of ['servers.json', 'cases/heist.json', 'cases/street.json', 'shop/paymentGroups.json'])
    expect(text).toContain(file);
});
