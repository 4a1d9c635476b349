import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { diffText } from '#/server/domain/seed/catalogueDiff.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { importCatalogue } from '#/server/domain/seed/importCatalogue.ts';
import { readCatalogue } from '#/server/domain/catalogue/readCatalogue.ts';
import { type CatalogueFolder, createCatalogueFolder } from '../../../support/catalogue/catalogueFolder.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { testCatalogue } from '../../../support/catalogue/testCatalogue.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';

/** The test catalogue with something else in its shop. */
function altered(change: (catalogue: Catalogue) => void): Catalogue {
  const copy = structuredClone(testCatalogue);
  change(copy);
  return copy;
}
const goodOf = ({ goods }: Catalogue, id: number) => goods.find((good) => good.id === id) ?? {};

describe('N6 the import of the shop', () => {
  let site: TestApp;
  beforeEach(async () => {
    site = await createTestApp();
  });
  afterEach(() => site.close());

  const importing = async (catalogue: Catalogue) => diffText(await importCatalogue(site.pool, catalogue));
  const rowsOf = async (table: string, order = 'id') =>
    (await site.pool.query(`SELECT * FROM ${table} ORDER BY ${order}`)).rows;
  const audited = async () =>
    (
      await site.pool.query(
        `SELECT account_id, actor, detail FROM audit WHERE event = 'catalogueImported' ORDER BY id`,
      )
    ).rows;

  test('writes what the files say, in cents, coins and basis points', async () => {
    const [coins, premium] = await rowsOf('products');
    expect(coins).toMatchObject({
      type: 'one_coin',
      base_price_cents: 10,
      price_from_cents: 50,
      price_to_cents: 500_000,
      is_withdrawn: false,
    });
    expect(premium).toMatchObject({ type: 'Premium', base_price_cents: null, is_coming_soon: false });
    expect((await rowsOf('bonus_tiers', 'from_cents'))[1]).toMatchObject({
      product_id: '1',
      from_cents: 5000,
      to_cents: 14_990,
      coefficient_basis_points: 11_000,
    });
    const goods = new Map((await rowsOf('goods')).map((row) => [Number(row.id), row]));
    expect(goods.get(GOOD.premium)).toMatchObject({
      price_cents: 1349,
      price_coins: null,
      server_keys: null,
      sale_limit: null,
      sold: 0,
      grants: [{ kind: 'premium', days: 30 }],
    });
    expect(goods.get(GOOD.offerOnFuji)).toMatchObject({ server_keys: ['fuji'] });
    expect(goods.get(GOOD.limited)).toMatchObject({ sale_limit: 3 });
    expect(goods.get(GOOD.caseForCoins)).toMatchObject({ case_id: '1', price_coins: 20 });
    expect(await rowsOf('payment_methods', 'name')).toMatchObject([
      { name: 'bitcoin', group_key: 'crypto' },
      { name: 'card', group_key: 'main', badges: ['Visa'] },
      { name: 'card_and_more', group_key: 'main', badges: ['Visa', 'SEPA'] },
    ]);
  });

  test('tells each changed field, old and new, and leaves what is sold alone', async () => {
    await site.pool.query('UPDATE goods SET sold = 2 WHERE id = $1', [GOOD.limited]);
    const changed = altered((catalogue) => {
      Object.assign(goodOf(catalogue, GOOD.limited), {
        price: { cents: 450 },
        name: { ru: 'Бита', uk: 'Крам 22', en: 'Good 22' },
        servers: ['everest'],
      });
    });
    const diff = `~ good 22 "Good 22": names.ru "Товар 22" -> "Бита"; price_cents 500 -> 450; server_keys null -> ["everest"]\n`;
    expect(diffText(await importCatalogue(site.pool, changed, { isDryRun: true }))).toBe(diff);
    expect(await importing(changed)).toBe(diff);
    expect(await importing(changed)).toBe('');
    const row = (await rowsOf('goods')).find(({ id }) => Number(id) === GOOD.limited);
    expect(row).toMatchObject({ price_cents: 450, sold: 2, sale_limit: 3 });
  });

  test('withdraws what left the files, and takes it back when it returns', async () => {
    const less = altered((catalogue) => {
      catalogue.goods = catalogue.goods.filter(({ id }) => id !== GOOD.premium);
      catalogue.products = catalogue.products.filter(({ type }) => type !== 'product');
      catalogue.paymentGroups.pop();
    });
    expect(await importing(less)).toBe(
      '- product 6 "All Property" withdrawn\n- good 11 "Good 11" withdrawn\n- payment method bitcoin "Bitcoin" withdrawn\n',
    );
    expect((await rowsOf('goods')).filter((row) => row.is_withdrawn).map(({ id }) => Number(id))).toEqual([
      GOOD.premium,
    ]);
    expect(await importing(less)).toBe('');
    Object.assign(
      less,
      altered((catalogue) => Object.assign(goodOf(catalogue, GOOD.premium), { price: { cents: 999 } })),
    );
    expect(await importing(less)).toBe(
      '+ product 6 "All Property" returned\n+ good 11 "Good 11" returned: price_cents 1349 -> 999\n' +
        '+ payment method bitcoin "Bitcoin" returned\n',
    );
    expect(await audited()).toEqual([
      {
        account_id: null,
        actor: 'site',
        detail: expect.objectContaining({ withdrawn: 0, changed: 0 }),
      },
      {
        account_id: null,
        actor: 'site',
        detail: { added: 0, changed: 0, withdrawn: 3, returned: 0, removed: 0 },
      },
      {
        account_id: null,
        actor: 'site',
        detail: { added: 0, changed: 0, withdrawn: 0, returned: 3, removed: 0 },
      },
    ]);
  });

  test('replaces the bonus tiers', async () => {
    const changed = altered(({ products }) => {
      const [coins] = products;
      if (coins?.type !== 'one_coin') throw new Error('no coins');
      coins.oneCoinBonuses.splice(0, 2, { ...coins.oneCoinBonuses[0]!, fromCents: 1500, toCents: 14_990 });
    });
    expect(await importing(changed)).toBe(
      '+ bonus tier 1/1500 "Bonus 0"\n- bonus tier 1/1000 "Bonus 0" removed\n- bonus tier 1/5000 "Bonus 1" removed\n',
    );
    expect((await rowsOf('bonus_tiers', 'from_cents')).map((row) => row.from_cents)).toEqual([
      1500, 15_000, 25_000, 100_000,
    ]);
  });

  test('an id never comes to stand for something else, and then nothing is imported', async () => {
    const stolen = altered((catalogue) => {
      Object.assign(goodOf(catalogue, GOOD.premium), { price: { cents: 1 } });
      Object.assign(goodOf(catalogue, GOOD.caseForCoins), { caseId: 2 });
      Object.assign(goodOf(catalogue, GOOD.service), { type: 'goods' });
    });
    await expect(importing(stolen)).rejects.toThrow(
      'good 32 belongs to type Services already, not goods\ngood 101 belongs to case_id 1 already, not 2',
    );
    const doubled = altered(({ products }) => Object.assign(products[1] ?? {}, { id: 9 }));
    await expect(importing(doubled)).rejects.toThrow('product 9: type Premium belongs to product 2 already');
    expect((await rowsOf('goods'))[0]).toMatchObject({ price_cents: 1349 });
    expect(await audited()).toHaveLength(1);
  });
});

describe('the files of the shop are refused with a sentence:', () => {
  let files: CatalogueFolder;
  beforeEach(() => {
    files = createCatalogueFolder(testCatalogue);
  });
  afterEach(() => files.remove());

  const read = () => readCatalogue(files.folder, files.assets);

  test('they are read whole when nothing is wrong', async () => {
    expect(await read()).toEqual(testCatalogue);
  });

  test.each<[sentence: string, change: object]>([
    ['good 11: there is no server atlantis', { servers: ['everest', 'atlantis'] }],
    ['good 11: there is no case 9', { grants: [{ kind: 'case', caseId: 9, count: 1 }] }],
    ['good 11: there is no case 8', { type: 'casesItem', caseId: 8 }],
    [
      'good 11: swaps of case 1 pay back what it costs',
      { price: { coins: 1 }, grants: [{ kind: 'case', caseId: 1, count: 100 }] },
    ],
    ['good 11: nobody can pay less than 50 cents', { price: { cents: 49 } }],
    ['good id 22 is used twice', { id: 22 }],
    ['assets/items/unknown.* is named but not there', { image: 'items/unknown' }],
    ['shop/goods/all.json: 0.price', { price: { cents: 100, coins: 1 } }],
  ])('%s', async (sentence, change) => {
    const [first, ...others] = testCatalogue.goods;
    files.write('shop/goods/all.json', [{ ...first, ...change }, ...others]);
    await expect(read()).rejects.toThrow(sentence);
  });

  test.each<[sentence: string, file: string, contents: unknown]>([
    [
      'product id 1 is used twice',
      'shop/products.json',
      testCatalogue.products.map((p) => ({ ...p, id: 1 })),
    ],
    [
      'product 1: nobody can pay less than 50 cents',
      'shop/products.json',
      testCatalogue.products.map((p) =>
        p.type === 'one_coin' ? { ...p, oneCoinPriceRange: { ...p.oneCoinPriceRange, fromCents: 40 } } : p,
      ),
    ],
    ['good 11: there is no product for Premium', 'shop/products.json', testCatalogue.products.slice(0, 1)],
    ['good 101: there is no product for casesItem', 'shop/products.json', testCatalogue.products.slice(0, 2)],
    ['one_coin is missing', 'shop/products.json', testCatalogue.products.slice(1)],
    [
      'payment method card is used twice',
      'shop/paymentGroups.json',
      [...testCatalogue.paymentGroups, testCatalogue.paymentGroups[0]],
    ],
    [
      'assets/payments/abacus.* is named but not there',
      'shop/paymentGroups.json',
      testCatalogue.paymentGroups.map((group) => ({
        ...group,
        methods: group.methods.map((method) => ({ ...method, name: 'abacus' })),
      })),
    ],
    ['good id 11 is used twice', 'shop/goods/more.json', testCatalogue.goods.slice(0, 1)],
    ['shop/goods/broken.json', 'shop/goods/broken.json', '[{'],
  ])('%s', async (sentence, file, contents) => {
    files.write(file, contents);
    await expect(read()).rejects.toThrow(sentence);
  });
});
