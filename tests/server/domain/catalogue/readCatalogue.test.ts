import { existsSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { RARITIES } from '#/contract/cases.ts';
import { TICKETS } from '#/contract/fair.ts';
import { POINT_ICONS } from '#/contract/landing.ts';
import { LOCALES } from '#/contract/kernel/locale.ts';
import { demoDiscount } from '#/server/demo/demoDiscount.ts';
import { readCatalogue } from '#/server/domain/catalogue/readCatalogue.ts';

const { servers, cases, landing } = await readCatalogue('src/server/domain/catalogue/files', 'assets');

const CASE_PAGE_BYTES = 300_000;

/** Files of a case page: its hero, its prizes and the masks of their rim light. */
function picturesOf({ imageName, items }: (typeof cases)[number]): string[] {
  const prizes = [...new Set(items.map((item) => `assets/items/${item.imageName}`))];
  return [
    `assets/cases/${imageName}.hero.avif`,
    ...prizes.map((path) => `${path}.avif`),
    ...prizes.map((path) => `${path}.rim.avif`).filter((path) => existsSync(path)),
  ];
}

test('there are four servers, Everest first, and eight cases of their own look', () => {
  expect(servers.map(({ key }) => key)).toEqual(['everest', 'harbor', 'mesa', 'delta']);
  expect(new Set(cases.map(({ id }) => id))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]));
  for (const part of ['imageName', 'plate', 'sortOrder'] as const)
    expect(new Set(cases.map((one) => one[part])).size).toBe(cases.length);
});

test('L6 every server has its own texts, with a pictogram of each kind', () => {
  const points = servers.flatMap((server) => server.points ?? []);
  for (const server of servers) {
    expect(server.points?.map(({ icon }) => icon)).toEqual(POINT_ICONS);
    expect(server.address).toContain(server.key);
  }
  const districts = servers.map(({ district, facts }) => [district, facts]);
  for (const texts of [districts, points.map(({ title }) => title), points.map(({ text }) => text)])
    for (const locale of LOCALES) {
      const words = texts.map((each) =>
        JSON.stringify(Array.isArray(each) ? each.map((one) => one?.[locale]) : each[locale]),
      );
      expect(new Set(words).size, locale).toBe(words.length);
    }
});

test('L5 the promotion is the discount code of the demonstration, and there are news', () => {
  expect(landing.promos.map(({ code }) => code)).toEqual([demoDiscount.code]);
  expect(landing.news.length).toBeGreaterThanOrEqual(5);
});

test('the cases hold at least 48 different prizes, and no rarity is made of a few', () => {
  const items = cases.flatMap((one) => one.items);
  expect(new Set(items.map(({ imageName }) => imageName)).size).toBeGreaterThanOrEqual(48);
  for (const color of RARITIES) {
    const names = items.filter((item) => item.color === color).map(({ name }) => name.ru);
    expect(new Set(names).size, color).toBeGreaterThanOrEqual(6);
  }
});

test('a prize of one name has one picture, rarity and price in every case', () => {
  const seen = new Map<string, unknown>();
  for (const item of cases.flatMap(({ items }) => items)) {
    const { imageName, color, premiumCoinsPrice, isSwapAvailable } = item;
    const same = { name: item.name, imageName, color, premiumCoinsPrice, isSwapAvailable };
    expect(seen.get(item.name.ru) ?? same).toEqual(same);
    seen.set(item.name.ru, same);
  }
});

describe.each(cases)('$slug', (box) => {
  const { id, items } = box;

  test('holds 8 to 30 prizes of all six rarities, few of them with the same picture', () => {
    expect(items.length).toBeGreaterThanOrEqual(8);
    expect(items.length).toBeLessThanOrEqual(30);
    expect(new Set(items.map(({ color }) => color))).toEqual(new Set(RARITIES));
    expect(new Set(items.map(({ imageName }) => imageName)).size).toBeGreaterThanOrEqual(items.length * 0.75);
  });

  test('D14 every prize brings coins, or can be taken to the game', () => {
    for (const { name, isSwapAvailable, gives } of items)
      expect(isSwapAvailable || gives !== undefined, name.en).toBe(true);
  });

  test('numbers its prizes without a gap, as none is ever taken away, and shows the rarest first', () => {
    const ids = items.map((item) => item.id).toSorted((a, b) => a - b);
    expect(ids).toEqual(items.map((_, index) => id * 100 + index + 1));
    expect(items.map(({ sortOrder }) => sortOrder)).toEqual(items.map((_, index) => index + 1));
    const rarities = items.map(({ color }) => RARITIES.indexOf(color));
    expect(rarities).toEqual(rarities.toSorted((a, b) => b - a));
  });

  test('a rarer prize is never the likelier one, and every table sums to a million', () => {
    const tickets = items.map((item) => item.tickets);
    expect(tickets).toEqual(tickets.toSorted((a, b) => a - b));
    expect(tickets.reduce((sum, one) => sum + one, 0)).toBe(TICKETS);
  });

  test.each([
    ['epic', 0.05, 0.5],
    ['legendary', 0.8, 2],
    ['rare', 4, 7],
    ['improved', 9, 16],
    ['common', 22, 32],
    ['simple', 45, 57],
  ])('%s falls in %f to %f percent', (color, least, most) => {
    const tickets = items.filter((item) => item.color === color).map((item) => item.tickets);
    const percent = (tickets.reduce((sum, one) => sum + one, 0) / TICKETS) * 100;
    expect(percent).toBeGreaterThanOrEqual(least);
    expect(percent).toBeLessThanOrEqual(most);
  });

  test('most prizes can be swapped for coins, and only those have a price', () => {
    expect(items.filter(({ isSwapAvailable }) => isSwapAvailable).length).toBeGreaterThan(items.length * 0.7);
    for (const item of items) expect(item.premiumCoinsPrice > 0, item.name.en).toBe(item.isSwapAvailable);
  });

  test('speaks Russian, Ukrainian and English with their own letters', () => {
    const texts = [box.name, box.description, ...items.map(({ name }) => name)];
    expect(texts.filter(({ ru }) => /[іїєґ]/i.test(ru))).toEqual([]);
    expect(texts.filter(({ uk }) => /[ыэъё]/i.test(uk))).toEqual([]);
    expect(texts.filter(({ en }) => /[\u0400-\u04FF]/.test(en))).toEqual([]);
    for (const { ru, uk } of texts) expect(ru + uk).not.toMatch(/["“”'`]|\d \d|\d,\d{3}/);
  });

  test('has every picture, and a page of them weighs less than 300 kB', () => {
    const pictures = picturesOf(box);
    const files = [...pictures, `assets/cases/${box.imageName}.avif`];
    const inBothFormats = files.flatMap((file) => [file, file.replace(/avif$/, 'webp')]);
    expect(inBothFormats.filter((file) => !existsSync(file))).toEqual([]);
    const bytes = pictures.reduce((sum, file) => sum + statSync(file).size, 0);
    expect(bytes).toBeLessThan(CASE_PAGE_BYTES);
  });
});
