import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LOCALES } from '#/contract/kernel/locale.ts';
import { sharedPicture } from '#/server/platform/pages/brand.ts';
import { SHARED_PICTURE_PX } from '#/server/ports/pictureWork.ts';
import { readCatalogue } from '#/server/domain/catalogue/readCatalogue.ts';

const CASE_PAGE_BYTES = 300_000;
/** The same page in a browser that knows no AVIF, which none of the last years is. */
const OLD_CASE_PAGE_BYTES = 450_000;
const ABOVE_THE_FOLD_BYTES = 250_000;
const SCENE_BYTES = 90_000;
const SHARED_PICTURE_BYTES = 300_000;

const { cases } = await readCatalogue('src/server/domain/catalogue/files', 'assets');
const names = JSON.parse(readFileSync('assets/source/names.json', 'utf8')) as Record<
  'items' | 'products' | 'referral' | 'cases',
  Record<string, Record<string, string>>
>;
/** Names of the files of a folder, without their format. */
const namesIn = (folder: string) => [
  ...new Set(readdirSync(`assets/${folder}`).map((file) => file.replace(/\.(avif|webp|json|svg)$/, ''))),
];
const bytesOf = (paths: readonly string[], format: string) =>
  paths.reduce((sum, path) => sum + statSync(`assets/${path}.${format}`).size, 0);

/** Width and height, read from the head of the file. */
function sizeOf(file: string): [number, number] {
  const data = readFileSync(file);
  if (file.endsWith('.avif')) {
    const at = data.indexOf('ispe');
    return [data.readUInt32BE(at + 8), data.readUInt32BE(at + 12)];
  }
  if (file.endsWith('.png')) return [data.readUInt32BE(16), data.readUInt32BE(20)];
  if (file.endsWith('.jpg')) {
    let at = 2;
    // segments up to the one that starts a frame
    while (![0xc0, 0xc1, 0xc2].includes(data[at + 1] ?? 0)) at += 2 + data.readUInt16BE(at + 2);
    return [data.readUInt16BE(at + 7), data.readUInt16BE(at + 5)];
  }
  const kind = data.toString('latin1', 12, 16);
  if (kind === 'VP8X') return [1 + data.readUIntLE(24, 3), 1 + data.readUIntLE(27, 3)];
  if (kind === 'VP8L') {
    const bits = data.readUInt32LE(21);
    return [1 + (bits & 0x3fff), 1 + ((bits >> 14) & 0x3fff)];
  }
  return [data.readUInt16LE(26) & 0x3fff, data.readUInt16LE(28) & 0x3fff];
}

function expectPicture(path: string, size: readonly [number, number]): void {
  for (const format of ['avif', 'webp'])
    expect([path, sizeOf(`assets/${path}.${format}`)]).toEqual([path, size]);
}

describe('every picture is there in both formats, in its size, and has a name', () => {
  test.each(['items', 'products', 'referral'] as const)('%s', (folder) => {
    expect(namesIn(folder).filter((name) => !name.endsWith('.rim'))).toEqual(
      expect.arrayContaining(Object.keys(names[folder])),
    );
    expect(namesIn(folder).toSorted()).toEqual(
      Object.keys(names[folder])
        .flatMap((name) => [name, `${name}.rim`])
        .toSorted(),
    );
    for (const name of Object.keys(names[folder])) {
      expectPicture(`${folder}/${name}`, [384, 384]);
      expectPicture(`${folder}/${name}.rim`, [192, 192]);
    }
  });

  test('cases, closed and open, seen by one camera', () => {
    const framed = Object.keys(names.cases).filter((name) => existsSync(`assets/cases/${name}.frames.json`));
    expect(framed.length).toBeGreaterThanOrEqual(2);
    const expected = Object.keys(names.cases).flatMap((name) => [name, `${name}.hero`, `${name}.open`]);
    expect(namesIn('cases').toSorted()).toEqual(
      [...expected, ...framed.map((name) => `${name}.frames`), 'closed'].toSorted(),
    );
    expectPicture('cases/closed', [420, 420]);
    for (const name of Object.keys(names.cases)) {
      expectPicture(`cases/${name}`, [420, 420]);
      expectPicture(`cases/${name}.hero`, [900, 900]);
      expectPicture(`cases/${name}.open`, [900, 900]);
    }
    for (const name of framed) {
      const sheet = JSON.parse(readFileSync(`assets/cases/${name}.frames.json`, 'utf8'));
      expect(sheet).toMatchObject({ frames: 24, size: 400, columns: 6, rows: 4 });
      expectPicture(`cases/${name}.frames`, [2400, 1600]);
      // the closed case is smaller than the open one; only the empty margin of its square may leave the frame
      const { x, y, side } = sheet.closed;
      expect(side).toBeLessThan(1.01);
      for (const edge of [x, y, 1 - x - side, 1 - y - side]) expect(edge).toBeGreaterThan(-0.1);
    }
  });

  test.each(['items', 'products', 'referral', 'cases'] as const)(
    '%s have names in three languages',
    (folder) => {
      for (const [name, words] of Object.entries(names[folder]))
        for (const locale of LOCALES) expect(words[locale], name).toMatch(/\S{2}/);
    },
  );

  test.each([
    ['landing/street', [1920, 1080], [780, 1200]],
    ['scenes/entrance', [1280, 720], [624, 960]],
    ['scenes/roadblock', [1280, 720], [624, 960]],
  ] as const)('%s, wide and tall', (path, wide, tall) => {
    expectPicture(`${path}-wide`, wide);
    expectPicture(`${path}-tall`, tall);
  });

  test.each(['drive', 'patrol', 'docks', 'villa'])('scenes/%s', (name) => {
    expectPicture(`scenes/${name}`, [1280, 720]);
    // one of four behind tabs, far below the fold
    expect(bytesOf([`scenes/${name}`], 'avif')).toBeLessThan(SCENE_BYTES);
  });

  test('the layers and the depth of the street', () => {
    for (const [view, width, height] of [
      ['wide', 1920, 1080],
      ['tall', 780, 1200],
    ] as const) {
      for (const layer of ['plate', 'neon', 'car', 'tail'])
        expectPicture(`stage/street-${view}.${layer}`, [width, height]);
      expectPicture(`stage/street-${view}.sky`, [width / 2, height / 2]);
      expectPicture(`stage/street-${view}.depth`, [width / 3, height / 3]);
    }
  });

  test('the banner of the cabinet', () => {
    expectPicture('cabinet/vault-1600', [1600, 640]);
    expectPicture('cabinet/vault-800', [800, 320]);
  });
});

describe('what the catalogue names', () => {
  const folder = 'src/server/domain/catalogue/files/shop';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.json'),
  );
  const shop = files.map((file) => readFileSync(`${folder}/${file}`, 'utf8')).join('\n');

  test.each(cases)('$slug: its case and its prizes', ({ imageName, items }) => {
    expect(Object.keys(names.cases)).toContain(imageName);
    for (const item of items) expect(Object.keys(names.items)).toContain(item.imageName);
  });

  test('the pictures of the shop', () => {
    const named = [...shop.matchAll(/"image": "(\w+)\/([^"]+)"/g)];
    expect(named.length).toBeGreaterThan(20);
    for (const [, kind = '', name = ''] of named)
      expect(Object.keys(names[kind as 'items']), `${kind}/${name}`).toContain(name);
  });

  test('a mark for every payment method', () => {
    const groups = JSON.parse(readFileSync(`${folder}/paymentGroups.json`, 'utf8')) as {
      methods: { name: string }[];
    }[];
    const methods = groups.flatMap((group) => group.methods.map(({ name }) => name));
    expect(methods.length).toBeGreaterThanOrEqual(9);
    expect(namesIn('payments')).toEqual(expect.arrayContaining(methods));
  });
});

describe('weights', () => {
  test.each(cases)('the page of $slug', ({ imageName, items }) => {
    const prizes = [...new Set(items.map((item) => `items/${item.imageName}`))];
    const paths = [`cases/${imageName}.hero`, ...prizes, ...prizes.map((path) => `${path}.rim`)];
    expect(bytesOf(paths, 'avif')).toBeLessThan(CASE_PAGE_BYTES);
    expect(bytesOf(paths, 'webp')).toBeLessThan(OLD_CASE_PAGE_BYTES);
  });

  test.each(['wide', 'tall'])('the landing page above the fold, %s', (view) => {
    const paths = [`landing/street-${view}`];
    const everywhere = statSync('assets/stage/noise.png').size + statSync('assets/brand/coin.webp').size;
    for (const format of ['avif', 'webp'])
      expect(bytesOf(paths, format) + everywhere, format).toBeLessThan(ABOVE_THE_FOLD_BYTES);
    // and with the scene that fades in over it
    const layers = ['sky', 'plate', 'neon', 'car', 'tail', 'depth'];
    const scene = layers.map((layer) => `stage/street-${view}.${layer}`);
    expect(bytesOf([...paths, ...scene], 'avif') + everywhere).toBeLessThan(ABOVE_THE_FOLD_BYTES);
  });

  test.each(LOCALES)('what messengers show in %s', (locale) => {
    const file = sharedPicture(locale).replace('/brand/', 'assets/brand/');
    const { width, height } = SHARED_PICTURE_PX;
    expect(sizeOf(file)).toEqual([width, height]);
    expect(statSync(file).size).toBeLessThan(SHARED_PICTURE_BYTES);
  });
});

test.each([
  ['apple-touch-icon', 180],
  ['icon-192', 192],
  ['icon-512', 512],
  ['icon-maskable-512', 512],
])('%s has %i px', (name, sidePx) => {
  expect(sizeOf(`assets/brand/${name}.png`)).toEqual([sidePx, sidePx]);
});

test('one command says how each delivered picture is made, and by scripts that are there', () => {
  const list = execFileSync('node', ['assets/source/make.mjs'], { encoding: 'utf8' });
  const lines = list.trimEnd().split('\n');
  const made = lines.filter((line) => !line.startsWith(' ')).flatMap((line) => line.split(' '));
  const folders = readdirSync('assets').filter((folder) => !['source', 'fonts'].includes(folder));
  const delivered = folders.flatMap((folder) =>
    readdirSync(`assets/${folder}`).map((file) => `${folder}/${file.split('.')[0]}`),
  );
  expect([...new Set(delivered)].toSorted()).toEqual([...new Set(made)].toSorted());
  const scripts = [...new Set(list.match(/assets\/source\/[\w/]+\.(py|mjs)/g))];
  expect(scripts.length).toBeGreaterThan(8);
  expect(scripts.filter((script) => !existsSync(script))).toEqual([]);
});
