import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { discountCodes } from '#/server/platform/db/tables/shop.ts';
import { DraftDesk } from '../../../../support/desks/draftDesk.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createSibling, type TestApp } from '../../../../support/app/testApp.ts';

const { discardDraft, draft: openDraft, makeDraft, saveDraft, audit } = operatorCalls;

let site: TestApp;
let desk: DraftDesk;
beforeAll(async () => {
  desk = await DraftDesk.open();
  site = desk.site;
});
beforeEach(() => desk.signIn());
afterAll(() => site.close());

describe('O16 a draft', () => {
  test('O16 begins with the catalogue in force and keeps what was typed, however unfinished', async () => {
    const id = await desk.begin();
    const { content, newest } = await desk.read(id);
    expect(content).toEqual(JSON.parse(JSON.stringify(desk.inForce)));
    const unfinished = structuredClone(content);
    unfinished.goods[0]!.name.en = '';
    const saved = await desk.save(id, 1, unfinished);
    expect(saved.json()).toMatchObject({ version: 2, base: newest, savedBy: 'manager' });
    expect((await desk.read(id)).content.goods[0]!.name.en).toBe('');
  });

  test('O16 tells the second of two people, and keeps what the first saved', async () => {
    const id = await desk.begin();
    const { content } = await desk.read(id);
    const saves = await Promise.all(
      ['one', 'two'].map((plate) => {
        const own = structuredClone(content);
        own.cases[0]!.plate = plate;
        return desk.save(id, 1, own);
      }),
    );
    expect(new Set(saves.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    expect(codeOf(saves.find(({ statusCode }) => statusCode === 409)!)).toBe('operatorChanged');
    const won = saves.findIndex(({ statusCode }) => statusCode === 200);
    expect((await desk.read(id)).content.cases[0]!.plate).toBe(['one', 'two'][won]);
  });

  test('O16 shows each mistake at its field, with a code that stays', async () => {
    const mistakes = async (change: (content: Catalogue) => void) => {
      const id = await desk.changed(change);
      const { mistakes: found } = await desk.review(id);
      return found.map(({ path, code }) => `${path.join('.')} ${code}`);
    };
    expect(
      await mistakes((content) => {
        content.goods[0]!.name.uk = ' spaced';
        content.goods[1]!.price = { coins: 0 };
        content.cases[0]!.items[0]!.tickets += 1;
        content.servers[0]!.key = 'no such key!';
      }),
    ).toEqual([
      'servers.0.key notServerKey',
      'cases.0.items ticketSum',
      'goods.0.name.uk outerSpaces',
      'goods.1.price.coins tooSmall',
    ]);
    expect(
      await mistakes((content) => {
        content.goods[0]!.caseId = 999;
        content.landing.news.push(content.landing.news[0]!);
        content.cases[0]!.items[0]!.imageName = 'nowhere';
      }),
    ).toEqual([
      'goods.0.caseId noCase',
      `landing.news.${desk.inForce.landing.news.length}.key usedTwice`,
      'cases.0.items.0.imageName noPicture',
    ]);
  });

  test('O16 shows what the database or the server could not bear at its field', async () => {
    const id = await desk.changed((content) => {
      const item = { kind: 'game', code: 'phone', count: 1 } as const;
      const coins = content.products.find(({ type }) => type === 'one_coin') as { oneCoinBonuses: object[] };
      coins.oneCoinBonuses = Array.from({ length: 21 }, () => coins.oneCoinBonuses[0]!);
      content.servers[0]!.sortOrder = 3_000_000_000;
      content.cases[0]!.items[0]!.sortOrder = -3_000_000_000;
      content.goods[0]!.grants = Array.from({ length: 51 }, () => item);
      content.goods[1]!.name.en = '\u200B';
      content.landing.news[0]!.publishedOn = '0000-01-01';
    });
    expect((await desk.review(id)).mistakes.map(({ path, code }) => `${path.join('.')} ${code}`)).toEqual([
      'servers.0.sortOrder tooLarge',
      'cases.0.items.0.sortOrder tooSmall',
      `products.${desk.inForce.products.findIndex(({ type }) => type === 'one_coin')}.oneCoinBonuses tooMany`,
      'goods.0.grants tooMany',
      'goods.1.name.en outerSpaces',
      'landing.news.0.publishedOn wrongForm',
    ]);
  });

  test('O21 refuses a new banner whose code does not work, and leaves old ones alone', async () => {
    const title = { ru: 'Скидка', uk: 'Знижка', en: 'A discount' };
    const codes = ['NOSUCH', 'STOPPED', 'ENDED', 'ENDLESS', 'WORKING'];
    const at = (ms: number) => new Date(site.deps.now().getTime() + ms);
    for (const [code, isActive, endsAt] of [
      ['STOPPED', false, at(60_000)],
      ['ENDED', true, at(-60_000)],
      ['ENDLESS', true, null],
      ['WORKING', true, at(60_000)],
    ] as const)
      await site.deps.db.insert(discountCodes).values({ code, percentBasisPoints: 1000, isActive, endsAt });
    const before = desk.inForce.landing.promos.length;
    const id = await desk.changed(({ landing }) => {
      for (const code of codes) landing.promos.push({ code, title });
    });
    const { mistakes } = await desk.review(id);
    expect(mistakes.map(({ path, code }) => `${path.join('.')} ${code}`)).toEqual(
      [0, 1, 2, 3].map((place) => `landing.promos.${before + place}.code promoWithoutCode`),
    );
    expect(codeOf(await desk.publish(desk.owner, id))).toBe('draftHasMistakes');
    const good = await desk.changed(({ landing }) => {
      landing.promos.push({ code: 'WORKING', title });
    });
    expect((await desk.publish(desk.owner, good)).statusCode).toBe(200);
    const [without, withBanner] = [desk.revision, desk.revision + 1];
    await desk.look();
    const back = await desk.publish(desk.owner, await desk.begin(without), { version: 1 });
    expect(back.statusCode).toBe(200);
    await site.pool.query("UPDATE discount_codes SET is_active = false WHERE code = 'WORKING'");
    await desk.look();
    expect((await desk.review(await desk.begin(withBanner))).mistakes).toEqual([]);
  });

  test('O16 shows an id that belongs to something else at that id', async () => {
    const id = await desk.changed((content) => {
      const [first, second] = content.cases;
      const [item, other] = [first!.items[0]!, second!.items[0]!];
      [item.id, other.id] = [other.id, item.id];
    });
    const { mistakes } = await desk.review(id);
    expect(mistakes.map(({ path, code }) => [path, code])).toContainEqual([
      ['cases', 0, 'items', 0, 'id'],
      'idTaken',
    ]);
  });

  test.each([
    ['a nul character', (content: Catalogue) => void (content.goods[0]!.name.en = 'a\0b')],
    ['half a character', (content: Catalogue) => void (content.goods[0]!.name.en = '\uD800')],
    ['things too deep', (content: Catalogue) => void Object.assign(content.goods[0]!, { deep: nested(40) })],
    ['a missing part', (content: Catalogue) => void Reflect.deleteProperty(content, 'landing')],
  ])('O16 refuses what cannot be kept: %s', async (_, change) => {
    const id = await desk.begin();
    const content = structuredClone((await desk.read(id)).content);
    change(content);
    expect(codeOf(await desk.save(id, 1, content))).toBe('badRequest');
    expect((await desk.read(id)).draft.version).toBe(1);
  });

  test('E4 refuses thousands of levels wherever a draft takes any value', async () => {
    const id = await desk.begin();
    const { content } = await desk.read(id);
    const listsOf = (part: object): object[][] =>
      Object.values(part).flatMap((inner) => (Array.isArray(inner) ? [inner] : listsOf(inner)));
    expect(listsOf(content).length).toBe(9);
    for (const at of listsOf(content).keys()) {
      const own = structuredClone(content);
      listsOf(own)[at]!.push({ deep: 'here' });
      // as text, because JSON.stringify bears fewer levels than what reads them
      const raw = JSON.stringify({ version: 1, content: own }).replace(
        '"here"',
        '['.repeat(6000) + ']'.repeat(6000),
      );
      const given = { params: { id: String(id) }, raw };
      expect(codeOf(await desk.manager.browser.call(saveDraft, given))).toBe('badRequest');
    }
  });

  test('O16 refuses a body of more than a megabyte', async () => {
    const id = await desk.begin();
    const content = structuredClone((await desk.read(id)).content);
    content.goods[0]!.name.en = 'x'.repeat(1_000_000);
    expect((await desk.save(id, 1, content)).statusCode).toBe(413);
  });

  test('O16 is thrown away by name, and one person has at most twenty', async () => {
    const ids = await Promise.all(
      Array.from({ length: 25 }, () =>
        desk.manager.browser.call(makeDraft, { body: { revision: desk.revision } }),
      ),
    );
    const made = ids.filter(({ statusCode }) => statusCode === 200);
    expect(made).toHaveLength(20);
    expect(new Set(ids.filter(({ statusCode }) => statusCode !== 200).map(codeOf))).toEqual(
      new Set(['tooManyDrafts']),
    );
    const params = { id: String(made[0]!.json().id) };
    expect(codeOf(await desk.owner.browser.call(discardDraft, { params, body: { version: 7 } }))).toBe(
      'operatorChanged',
    );
    expect((await desk.owner.browser.call(discardDraft, { params, body: { version: 1 } })).statusCode).toBe(
      200,
    );
    expect(codeOf(await desk.manager.browser.call(openDraft, { params }))).toBe('notFound');
    const [newest] = (await desk.owner.browser.call(audit)).json().entries;
    expect(newest).toMatchObject({ act: 'discardDraft', operator: 'owner', targetId: params.id });
  });

  test('O16 cannot be changed while files own the catalogue; it can be looked at', async () => {
    const id = await desk.begin();
    const { content } = await desk.read(id);
    const files = await createSibling(site, { config: { catalogue: 'files' } });
    const reader = desk.through(files);
    const params = { id: String(id) };
    const answers = [
      await reader.call(makeDraft, { body: { revision: desk.revision } }),
      await reader.call(saveDraft, { params, body: { version: 1, content } }),
      await reader.call(operatorCalls.publishDraft, {
        params,
        body: { version: 1, base: desk.revision, reason: 'a new price' },
      }),
    ];
    expect(answers.map(codeOf)).toEqual(Array(3).fill('catalogueInFiles'));
    expect((await reader.call(operatorCalls.catalogue)).json()).toMatchObject({ ownedBy: 'files' });
    await files.close();
  });
});

function nested(depth: number): unknown {
  return depth === 0 ? 'x' : [nested(depth - 1)];
}
