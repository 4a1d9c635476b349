import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { diffText } from '#/server/domain/seed/catalogueDiff.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { importCatalogue } from '#/server/domain/seed/importCatalogue.ts';
import { readCatalogue } from '#/server/domain/catalogue/readCatalogue.ts';
import { type CatalogueFolder, createCatalogueFolder } from '../../../support/catalogue/catalogueFolder.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { testCatalogue } from '../../../support/catalogue/testCatalogue.ts';

type Told = Pick<Catalogue, 'servers' | 'landing'>;

let files: CatalogueFolder;
beforeEach(() => {
  files = createCatalogueFolder(testCatalogue);
});
afterEach(() => files.remove());

function altered(change: (told: Told) => void): Told {
  const { servers, landing } = testCatalogue;
  const copy = structuredClone({ servers, landing });
  change(copy);
  return copy;
}

const reading = ({ servers, landing }: Told) => {
  files.write('servers.json', servers);
  files.write('landing.json', landing);
  return readCatalogue(files.folder, files.assets);
};

describe('servers.json and landing.json', () => {
  test('L6 are read as they are; a server may lack details', async () => {
    expect(await readCatalogue(files.folder, files.assets)).toEqual(testCatalogue);
  });

  test.each<[string, (told: Told) => void, RegExp]>([
    [
      'an address without a port',
      ({ servers }) => (servers[0]!.address = 'a.example'),
      /0\.address must be an/,
    ],
    [
      'an address with a scheme',
      ({ servers }) => (servers[0]!.address = 'http://a:1'),
      /0\.address must be an/,
    ],
    [
      'a district without a language',
      ({ servers }) => delete (servers[0]!.district as { uk?: string }).uk,
      /district\.uk/,
    ],
    [
      'an icon that is not drawn',
      ({ servers }) => (servers[0]!.points![0]!.icon = 'boat' as never),
      /points\.0\.icon/,
    ],
    [
      'seven points',
      ({ servers }) => (servers[0]!.points = Array.from({ length: 7 }, () => servers[0]!.points![0]!)),
      /points/,
    ],
    ['an empty text', ({ servers }) => (servers[0]!.points![1]!.text.en = ''), /points\.1\.text\.en/],
    [
      'a code in lower case',
      ({ landing }) => (landing.promos[0]!.code = 'first10'),
      /promos\.0\.code must be a discount code/,
    ],
    [
      'a code twice',
      ({ landing }) => (landing.promos[1]!.code = 'FIRST10'),
      /promo code FIRST10 is used twice/,
    ],
    [
      'a day that is none',
      ({ landing }) => (landing.news[0]!.publishedOn = '2026-02-30'),
      /news\.0\.publishedOn/,
    ],
    ['news twice', ({ landing }) => (landing.news[1]!.key = 'news-1'), /news key news-1 is used twice/],
    ['something unknown', ({ landing }) => Object.assign(landing.news[0]!, { author: 'x' }), /author/],
  ])('E4 are refused with %s', async (_, change, mistake) => {
    await expect(reading(altered(change))).rejects.toThrow(mistake);
  });
});

describe('their import', () => {
  let site: TestApp;
  beforeAll(async () => {
    site = await createTestApp();
  });
  afterAll(() => site.close());

  const changed = altered(({ servers, landing }) => {
    servers[0]!.points![1]!.text.uk = 'Чутно поруч';
    delete servers[0]!.address;
    servers[1]!.district = { ru: 'Гора', uk: 'Гора', en: 'Mountain' };
    landing.promos.shift();
    landing.news.shift();
    landing.news[0]!.publishedOn = '2026-02-02';
  });
  const lines = [
    '~ server everest "Everest": address "everest.game.example:22005" -> null; points.1.texts.uk "Heard nearby uk" -> "Чутно поруч"',
    '~ server fuji "Fuji": districts.en "" -> "Mountain"; districts.ru "" -> "Гора"; districts.uk "" -> "Гора"',
    '~ promo SECOND10 "Second en": sort_order 1 -> 0',
    '- promo FIRST10 "First en" withdrawn',
    '~ news news-2 "News 2 en": published_on "2026-01-02" -> "2026-02-02"',
    '- news news-1 "News 1 en" withdrawn',
  ];
  const doing = async (isDryRun: boolean) =>
    diffText(await importCatalogue(site.pool, { ...testCatalogue, ...changed }, { isDryRun }))
      .trim()
      .split('\n');

  test('tells in a dry run what would change, does that, and then nothing', async () => {
    expect(await doing(true)).toEqual(lines);
    expect(await doing(false)).toEqual(lines);
    expect(await doing(false)).toEqual(['']);
    const { rows } = await site.pool.query('SELECT code, is_withdrawn FROM promos ORDER BY code');
    expect(rows).toEqual([
      { code: 'FIRST10', is_withdrawn: true },
      { code: 'SECOND10', is_withdrawn: false },
    ]);
  });

  test('is all or nothing', async () => {
    const before = (await site.pool.query('SELECT * FROM servers ORDER BY key')).rows;
    const landing = altered(({ landing: { news } }) => (news[0]!.publishedOn = 'never')).landing;
    await expect(importCatalogue(site.pool, { ...testCatalogue, landing })).rejects.toThrow();
    expect((await site.pool.query('SELECT * FROM servers ORDER BY key')).rows).toEqual(before);
  });
});
