import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { LOCALES, localePrefix, type Locale } from '#/contract/kernel/locale.ts';
import { TOKEN_COOKIE } from '#/contract/kernel/pageNames.ts';
import { createSibling, createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { withCatalogue } from '../../../../support/catalogue/changedCatalogue.ts';
import { testCatalogue } from '../../../../support/catalogue/testCatalogue.ts';
import { refusal } from '../../../../support/players/cabinet.ts';
import { recordStatements } from '../../../../support/tools/recordStatements.ts';

const ORIGIN = 'https://one.example';
/** Sold in the catalogue of the tests. */
const CASE = testCatalogue.cases[0]!;
const UNKNOWN = 987_654;

let site: TestApp;
let sibling: TestApp;
beforeAll(async () => {
  site = await createTestApp({ config: { publicUrl: ORIGIN } });
  sibling = await createSibling(site, { config: { publicUrl: ORIGIN } });
});
afterAll(async () => {
  await sibling.close();
  await site.close();
});

const pageOf = (id: number, locale: Locale = 'ru') => `${localePrefix(locale)}/donate/case/${id}`;
const pictureOf = (id: number, locale: Locale = 'ru') => `/cases/${id}.${locale}.png`;
const tagIn = (html: string, pattern: RegExp) => pattern.exec(html)?.[1];
const titleIn = (html: string) => tagIn(html, /<title>([^<]*)<\/title>/);
const metaIn = (html: string, name: string) =>
  tagIn(html, new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`));

const withdraw = (copy: typeof testCatalogue) => {
  copy.goods = copy.goods.filter(({ caseId }) => caseId !== CASE.id);
};

const TITLES: Record<Locale, (name: string) => string> = {
  ru: (name) => `Кейс «${name}» — ONE RP`,
  uk: (name) => `Кейс «${name}» — ONE RP`,
  en: (name) => `Case “${name}” — ONE RP`,
};
const RANDOM: Record<Locale, RegExp> = {
  ru: /случайным.* \d+ .*[Шш]анс/,
  uk: /випадковим.* \d+ .*[Шш]анс/,
  en: /random.* \d+ .*[Cc]hance/,
};

describe('S25 the document of a case', () => {
  test.each(LOCALES)(
    'in %s tells its name, that it is random, how many prizes, and no price',
    async (locale) => {
      const { body, statusCode } = await site.get(pageOf(CASE.id, locale));
      expect(statusCode).toBe(200);
      expect(titleIn(body)).toBe(TITLES[locale](CASE.name[locale]));
      expect(metaIn(body, 'og:title')).toBe(titleIn(body));
      const description = metaIn(body, 'description') ?? '';
      expect(description).toMatch(RANDOM[locale]);
      expect(description).toContain(` ${CASE.items.length} `);
      expect(metaIn(body, 'og:description')).toBe(description);
      for (const told of [titleIn(body), description, metaIn(body, 'og:image:alt')])
        expect(told).not.toMatch(/€|OC|EUR/);
      expect(metaIn(body, 'og:image')).toBe(`${ORIGIN}${pictureOf(CASE.id, locale)}`);
      expect(metaIn(body, 'og:image:type')).toBe('image/png');
      expect(metaIn(body, 'og:url')).toBe(`${ORIGIN}${pageOf(CASE.id, locale)}`);
      expect((await site.get(pictureOf(CASE.id, locale))).statusCode).toBe(200);
    },
  );

  test('is for search engines in three languages', async () => {
    const { body } = await site.get(pageOf(CASE.id, 'uk'));
    expect(body).not.toContain('noindex');
    expect(body.match(/<link rel="canonical"/g)).toHaveLength(1);
    expect(body).toContain(`<link rel="canonical" href="${ORIGIN}${pageOf(CASE.id, 'uk')}" />`);
    for (const [language, locale] of [...LOCALES.map((each) => [each, each]), ['x-default', 'ru']] as const)
      expect(body).toContain(`hreflang="${language}" href="${ORIGIN}${pageOf(CASE.id, locale)}" />`);
  });

  test('has names as text', () =>
    withCatalogue(
      site,
      (copy) => {
        const name = '</title><script>alert("1")</script>&';
        copy.cases[0]!.name = { ru: name, uk: name, en: name };
      },
      async () => {
        const { body } = await site.get(pageOf(CASE.id));
        expect(body).not.toContain('<script>alert');
        expect(body).toContain('<title>Кейс «&lt;/title&gt;&lt;script&gt;');
        expect((await site.get(pictureOf(CASE.id))).statusCode).toBe(200);
      },
    ));

  test('is the same for everybody, and sent once to a browser that has it', async () => {
    const first = await site.get(pageOf(CASE.id));
    const etag = String(first.headers['etag']);
    const again = await sibling.get(pageOf(CASE.id), { 'if-none-match': etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const player = await site.get(pageOf(CASE.id), { cookie: `${TOKEN_COOKIE}=1.secret` });
    expect(titleIn(player.body)).toBe(titleIn(first.body));
  });

  test('N9 costs the read of the version, and the catalogue is read once for a version', async () => {
    const visit = (server: TestApp, locale: Locale) =>
      recordStatements(() => server.get(pageOf(CASE.id, locale)));
    await visit(site, 'ru');
    const texts = (await visit(site, 'en')).map(({ name, text }) => name ?? text);
    expect(texts).toEqual(['siteVersion']);
  });

  test('RT11 of a case that was never there is a page with status 404, which says so', async () => {
    for (const locale of LOCALES) {
      const reply = await site.get(pageOf(UNKNOWN, locale));
      expect(reply.statusCode).toBe(404);
      expect(reply.body).toContain('name="robots" content="noindex"');
      expect(reply.body).toContain('<div id="root">');
      expect(titleIn(reply.body)).toMatch(/^(Такого кейса нет|Такого кейса немає|No such case) — ONE RP$/);
      expect(metaIn(reply.body, 'og:image')).toBe(`${ORIGIN}/brand/share-${locale}.jpg`);
      expect(reply.body).not.toContain(String(UNKNOWN));
    }
    const picture = await site.get(pictureOf(UNKNOWN), { 'if-none-match': '*' });
    expect([picture.statusCode, picture.headers['cache-control']]).toEqual([404, 'no-store']);
    // another unknown id is not shown the page of the first
    expect((await site.get(pageOf(CASE.id))).statusCode).toBe(200);
  });
});

describe('S25 when the catalogue changes', () => {
  const mapOf = async (server: TestApp) => (await server.get('/sitemap.xml')).body;
  const place = `<loc>${ORIGIN}${pageOf(CASE.id, 'en')}</loc>`;

  test('a case that can be bought is in the site map, at once after it is', async () => {
    const reply = await site.get('/sitemap.xml');
    expect(reply.headers['cache-control']).toBe('public, no-cache');
    for (const server of [site, sibling]) expect(await mapOf(server)).toContain(place);
    await withCatalogue(site, withdraw, async () => {
      for (const server of [site, sibling]) expect(await mapOf(server)).not.toContain(pageOf(CASE.id));
    });
    for (const server of [site, sibling]) expect(await mapOf(server)).toContain(place);
  });

  test('a case that is no longer sold is shown to people, not to search engines', async () => {
    await withCatalogue(site, withdraw, async () => {
      for (const server of [site, sibling]) {
        const { body, statusCode } = await server.get(pageOf(CASE.id));
        expect([statusCode, titleIn(body)]).toEqual([200, TITLES.ru(CASE.name.ru)]);
        expect(body).toContain('name="robots" content="noindex"');
        expect(body).not.toContain('rel="canonical"');
      }
    });
    expect((await sibling.get(pageOf(CASE.id))).body).toContain('rel="canonical"');
  });

  test('none is found while the tab of cases is closed', () =>
    withCatalogue(
      site,
      (copy) => {
        for (const product of copy.products) if (product.type === 'cases') product.isComingSoon = true;
      },
      async () => {
        expect(await mapOf(site)).not.toContain('/donate/case/');
        expect((await site.get(pageOf(CASE.id))).body).toContain('noindex');
      },
    ));

  test('a new name is in document and picture on every process', async () => {
    const before = String((await sibling.get(pictureOf(CASE.id))).headers['etag']);
    await withCatalogue(
      site,
      (copy) => {
        copy.cases[0]!.name = { ru: 'Иначе', uk: 'Інакше', en: 'Otherwise' };
      },
      async () => {
        expect(titleIn((await sibling.get(pageOf(CASE.id, 'en'))).body)).toBe(TITLES.en('Otherwise'));
        const picture = await sibling.get(pictureOf(CASE.id), { 'if-none-match': before });
        expect(picture.statusCode).toBe(200);
      },
    );
    expect((await sibling.get(pictureOf(CASE.id), { 'if-none-match': before })).statusCode).toBe(304);
  });
});

describe('S25 the picture of a case', () => {
  test('is a PNG of 1200 by 630 px in each language, drawn once for all who ask at once', async () => {
    const etags = new Set<unknown>();
    for (const locale of LOCALES) {
      const replies = await Promise.all([1, 2, 3].map(() => site.get(pictureOf(CASE.id, locale))));
      const [reply] = replies;
      expect(reply!.headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, no-cache',
      });
      const { format, width, height } = await sharp(reply!.rawPayload).metadata();
      expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 });
      etags.add(reply!.headers['etag']);
      const again = await sibling.get(pictureOf(CASE.id, locale), {
        'if-none-match': String(reply!.headers['etag']),
      });
      expect(again.statusCode).toBe(304);
    }
    expect(etags.size).toBe(3);
  });

  test.each(['0.ru.png', '01.ru.png', `${CASE.id}.de.png`, `${CASE.id}.ru.jpg`, '..%2f..%2fassets'])(
    'refuses %s',
    async (file) => {
      expect((await site.get(`/cases/${file}`)).statusCode).toBe(404);
    },
  );

  test('refuses an address that asks for too many', async () => {
    const limited = await createSibling(site, { config: { rateLimitScale: 1 } });
    // drawing takes long on a busy machine, and the limit counts within ten seconds
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const replies = [];
      for (let at = 0; at < 31; at += 1) replies.push(await limited.get(pictureOf(CASE.id)));
      expect(replies.slice(0, 30).every(({ statusCode }) => statusCode === 200)).toBe(true);
      expect(refusal(replies[30]!)).toEqual([429, 'tooManyRequests']);
    } finally {
      vi.useRealTimers();
      await limited.close();
    }
  });
});

describe('S25 while the database is silent', () => {
  test.each([
    ['cases', pageOf(CASE.id, 'en'), TITLES.en(CASE.name.en)],
    ['shared_prizes', `/en/prize/${'A'.repeat(16)}`, 'This page is gone'],
  ])(
    'the page that needs %s is shown with 503, and is itself again afterwards',
    async (table, page, title) => {
      const fresh = await createSibling(site);
      const holder = await site.pool.connect();
      try {
        await holder.query(`BEGIN; LOCK TABLE ${table}`);
        const reply = await fresh.get(page);
        expect(reply.statusCode).toBe(503);
        expect(reply.headers['retry-after']).toBe('5');
        expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
        expect(reply.body).toContain('<div id="root">');
        expect(titleIn(reply.body)).not.toContain(title);
        await holder.query('ROLLBACK');
        expect(titleIn((await fresh.get(page)).body)).toContain(title);
      } finally {
        holder.release(true);
        await fresh.close();
      }
    },
  );
});
