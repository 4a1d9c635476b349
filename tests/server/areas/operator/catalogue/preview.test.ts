import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint } from '#/contract/calls/endpoint.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import { LOCALES } from '#/contract/kernel/locale.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { PAGE_CONFIG_ID } from '#/contract/kernel/pageNames.ts';
import { DraftDesk } from '../../../../support/desks/draftDesk.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { samplePath } from '../../../../support/tools/samplePath.ts';
import type { TestApp } from '../../../../support/app/testApp.ts';

let site: TestApp;
let desk: DraftDesk;
beforeAll(async () => {
  desk = await DraftDesk.open();
  site = desk.site;
});
beforeEach(() => desk.signIn());
afterAll(() => site.close());

const begin = (id: number, by = desk.manager) =>
  by.browser.call(operatorCalls.previewDraft, { params: { id: String(id) } });
const cookiesOf = (by = desk.manager) => ({ ...by.browser.cookies });
const see = (url: string, cookies = cookiesOf(), locale = 'en') =>
  site.app.inject({ url, cookies, headers: { 'accept-language': locale } });

const CHANGED = { ru: 'Новое имя', uk: 'Нове імʼя', en: 'A new name' };
/** A draft in which everything that players read has another name or price. */
const renamed = (content: Catalogue) => {
  content.servers[0]!.name = CHANGED;
  content.cases[0]!.name = CHANGED;
  content.goods.find(({ caseId, price }) => caseId && 'coins' in price)!.price = { coins: 4321 };
  for (const good of content.goods) good.name = CHANGED;
  content.products[0]!.title = CHANGED;
  for (const entry of content.landing.news) entry.title = CHANGED;
  content.referral.statuses[0]!.name = CHANGED;
};
const ADDRESSES = () => [
  '/api/v1/servers',
  '/api/v1/servers-statistic',
  '/api/v1/landing-data',
  '/api/donate-data',
  `/api/v1/goods?server=${desk.inForce.servers[0]!.key}`,
  '/api/one-rp/cases',
  `/api/one-rp/cases/show/${desk.inForce.cases[0]!.id}`,
];

describe('O18 the preview of a draft', () => {
  test('O18 shows the draft in every answer that players read, in three languages', async () => {
    expect((await begin(await desk.changed(renamed))).statusCode).toBe(200);
    for (const address of ADDRESSES())
      for (const locale of LOCALES) {
        const answer = await see(address, cookiesOf(), locale);
        expect([address, answer.statusCode, answer.body.includes(CHANGED[locale])]).toEqual([
          address,
          200,
          true,
        ]);
      }
    expect((await see(ADDRESSES()[4]!)).body).toContain('4321');
  });

  test('O18 shows nothing of it to anybody else, and leaves nothing behind', async () => {
    const before = await site.pool.query('SELECT * FROM goods ORDER BY id');
    const id = await desk.changed(renamed);
    await begin(id);
    for (const address of ADDRESSES()) await see(address);
    const { preview } = cookiesOf();
    for (const cookies of [{}, cookiesOf(desk.owner), { preview: 'forged' }, { preview: `${preview}A` }])
      for (const address of ADDRESSES()) expect((await see(address, cookies)).body).not.toContain(CHANGED.en);
    // the cookie of another operator's browser shows nothing either
    const taken = { ...cookiesOf(desk.owner), preview: preview! };
    expect(codeOf(await see('/api/donate-data', taken))).toBe('previewEnded');
    expect((await site.pool.query('SELECT * FROM goods ORDER BY id')).rows).toEqual(before.rows);
    await desk.look();
    expect(desk.inForce.goods[0]!.name.en).not.toBe(CHANGED.en);
  });

  test('O18 S25 the document of a previewed case tells nothing of the draft, and a new one has neither picture nor place in the map', async () => {
    const { id } = desk.inForce.cases[0]!;
    const fresh = 9999;
    await begin(
      await desk.changed((content) => {
        renamed(content);
        const box = structuredClone(content.cases[0]!);
        const items = box.items.map((item, at) => ({ ...item, id: 999_000 + at }));
        content.cases.push({ ...box, id: fresh, slug: 'fresh', items });
        const offer = content.goods.find(({ caseId }) => caseId === id)!;
        content.goods.push({
          ...structuredClone(offer),
          id: 999_000,
          caseId: fresh,
          grants: [{ kind: 'case', caseId: fresh, count: 1 }],
        });
      }),
    );
    // the operator sees it in the answers
    expect((await see(`/api/one-rp/cases/show/${fresh}`)).statusCode).toBe(200);
    for (const each of [id, fresh]) {
      const page = await see(`/en/donate/case/${each}`);
      expect(page.statusCode).toBe(200);
      expect(page.body).toContain('name="robots" content="noindex"');
      expect(page.body).not.toContain(CHANGED.en);
      expect(page.body).not.toContain(`/cases/${each}.`);
    }
    for (const cookies of [cookiesOf(), {}]) {
      expect((await see(`/cases/${fresh}.en.png`, cookies)).statusCode).toBe(404);
      expect((await see('/sitemap.xml', cookies)).body).not.toContain(`/donate/case/${fresh}<`);
    }
    expect((await see(`/en/donate/case/${fresh}`, {})).statusCode).toBe(404);
  });

  test('O18 follows what is saved at once', async () => {
    const id = await desk.changed(renamed);
    await begin(id);
    expect((await see('/api/v1/servers')).body).toContain(CHANGED.en);
    const { content } = await desk.read(id);
    content.servers[0]!.name = { ...CHANGED, en: 'Another one' };
    await desk.save(id, 2, content);
    expect((await see('/api/v1/servers')).body).toContain('Another one');
  });

  const effects = Object.entries<Endpoint>(endpoints).filter(
    ([name, { method, effect, writes }]) =>
      (method !== 'GET' || effect || writes) && !['signOut', 'storeToken', 'endPreview'].includes(name),
  );
  const signsIn = new Set(['signIn', 'passkeySignInOptions', 'passkeySignIn']);
  test('O18 refuses every call with an effect while a draft is previewed', async () => {
    await begin(await desk.changed(renamed));
    const headers = { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'XMLHttpRequest' };
    expect(effects.length).toBeGreaterThan(30);
    for (const [name, endpoint] of effects)
      for (const cookies of [cookiesOf(), { preview: 'forged' }]) {
        const { method } = endpoint;
        const reply = await site.app.inject({ method, url: samplePath(endpoint), cookies, headers });
        const isRefused = reply.statusCode === 409 && codeOf(reply) === 'previewOnly';
        expect([name, isRefused]).toEqual([name, !signsIn.has(name)]);
      }
  });

  test('O18 tells the page which draft it shows, and serves no page that was made for players', async () => {
    const id = await desk.changed(renamed);
    const { until } = (await begin(id)).json();
    const page = await see('/en');
    const config = new RegExp(`<script[^>]*id="${PAGE_CONFIG_ID}"[^>]*>([^<]*)`).exec(page.body)![1]!;
    expect(JSON.parse(config)).toMatchObject({ preview: { draft: id, until } });
    expect((await see('/en', {})).body).not.toContain('"preview"');
  });

  test('O18 ends after half an hour, with the session, with the draft, and when it is asked to', async () => {
    const id = await desk.changed(renamed);
    await begin(id);
    const page = await see('/en');
    const token = /name="csrf-token" content="([^"]+)"/.exec(page.body)![1]!;
    const cookies = {
      ...cookiesOf(),
      ...Object.fromEntries(page.cookies.map(({ name, value }) => [name, value])),
    };
    const ended = await site.app.inject({
      method: 'POST',
      url: '/api/v1/preview/end',
      cookies,
      headers: { 'x-csrf-token': token },
    });
    expect(ended.statusCode).toBe(200);
    expect(ended.cookies).toMatchObject([{ name: 'preview', value: '' }]);

    site.advanceMs(29 * 60_000);
    await desk.manager.browser.load();
    expect((await see('/api/v1/servers')).statusCode).toBe(200);
    site.advanceMs(2 * 60_000);
    const late = await see('/api/v1/servers');
    expect([late.statusCode, codeOf(late)]).toEqual([409, 'previewEnded']);
    expect(late.cookies).toMatchObject([{ name: 'preview', value: '' }]);

    await begin(id);
    await desk.manager.browser.call(operatorCalls.discardDraft, {
      params: { id: String(id) },
      body: { version: 2 },
    });
    expect(codeOf(await see('/api/v1/servers'))).toBe('previewEnded');

    await begin(await desk.changed(renamed));
    const left = cookiesOf();
    await desk.manager.browser.call(operatorCalls.signOut);
    expect(codeOf(await see('/api/v1/servers', left))).toBe('previewEnded');
  });

  test('O18 a page that was opened with a draft changes nothing and shows nothing else when its preview is over', async () => {
    const [first, second] = [await desk.changed(renamed), await desk.changed(renamed)];
    await begin(first);
    const ask = (method: 'GET' | 'POST', url: string, cookies: Record<string, string>, draft: number) => {
      const headers = { 'x-preview': String(draft), 'sec-fetch-site': 'same-origin' };
      return site.app.inject({ method, url, cookies, headers });
    };
    const read = (cookies: Record<string, string>, draft: number) =>
      ask('GET', '/api/v1/servers', cookies, draft);
    expect((await read(cookiesOf(), first)).statusCode).toBe(200);
    // the browser drops the cookie after half an hour, or another tab ends the preview
    const { preview: _ended, ...without } = cookiesOf();
    expect(codeOf(await read(without, first))).toBe('previewEnded');
    expect(codeOf(await ask('POST', '/api/donate/cart', without, first))).toBe('previewOnly');
    // another tab previews another draft, and goes on with it
    await begin(second);
    const late = await read(cookiesOf(), first);
    expect([codeOf(late), late.cookies]).toEqual(['previewEnded', []]);
    expect((await read(cookiesOf(), second)).statusCode).toBe(200);
  });

  test('O18 does not keep the operator signed in', async () => {
    await begin(await desk.changed(renamed));
    const seenAt = async () =>
      (
        await site.pool.query(
          'SELECT max(last_seen_at) AS at FROM operator_sessions WHERE operator_id = $1',
          [desk.manager.id],
        )
      ).rows[0]!.at;
    const before = await seenAt();
    site.advanceMs(5 * 60_000);
    await see('/api/v1/servers');
    expect(await seenAt()).toEqual(before);
  });

  test('O18 refuses a draft with mistakes, and says so if they come later', async () => {
    const wrong = await desk.changed((content) => {
      content.cases[0]!.items[0]!.tickets += 1;
    });
    expect(codeOf(await begin(wrong))).toBe('draftHasMistakes');
    const id = await desk.changed(renamed);
    await begin(id);
    const { content } = await desk.read(id);
    content.cases[0]!.items[0]!.tickets += 1;
    await desk.save(id, 2, content);
    const answer = await see('/api/v1/servers');
    expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'previewBroken']);
  });

  test('O18 holds one connection, however many pages are asked for at once', async () => {
    await begin(await desk.changed(renamed));
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) => see(ADDRESSES()[at % 7]!, cookiesOf(), LOCALES[at % 3])),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect((await site.get('/api/v1/servers')).statusCode).toBe(200);
  });
});
