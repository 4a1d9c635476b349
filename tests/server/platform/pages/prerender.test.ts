import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync, cpSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { renderPage } from '#/client/app/prerender.tsx';
import type { LandingData } from '#/contract/landing.ts';
import { LOCALES, localePrefix } from '#/contract/kernel/locale.ts';
import type { RenderedPage } from '#/contract/page.ts';
import { TOKEN_COOKIE } from '#/contract/kernel/pageNames.ts';
import { escapeHtml } from '#/server/platform/markup/escape.ts';
import { pageText } from '#/server/platform/markup/pageTexts.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

let folder: string;
let site: TestApp;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'one-rp-rendered-'));
  cpSync(join(projectRoot, 'tests/support/app/client'), join(folder, 'client'), { recursive: true });
  mkdirSync(join(folder, 'prerender'));
  // the server loads a file; this one hands it the client's code as the tests have it
  writeFileSync(
    join(folder, 'prerender/prerender.js'),
    'export const renderPage = (order) => globalThis.renderPageOfTest(order);',
  );
  vi.stubGlobal('renderPageOfTest', renderPage);
  site = await createTestApp({ config: { clientDir: join(folder, 'client') } });
});
afterAll(async () => {
  await site.close();
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true });
});

/** A document with its page in it; a slow machine serves it without at first. */
const rendered = (path: string, of = site) =>
  vi.waitFor(
    async () => {
      const reply = await of.get(path);
      expect(reply.body).toContain('page-data');
      return reply;
    },
    { timeout: 25_000 },
  );

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const rootIn = (html: string) => /<div id="root">(.*)<\/div>\s*<script/s.exec(html)?.[1] ?? '';

test.each(LOCALES)('E3 every document in %s has the notice that its code did not load', async (locale) => {
  const prefix = localePrefix(locale);
  for (const { body } of [await rendered(`${prefix}/help`), await site.get(`${prefix}/auth`)]) {
    const notice = /<template id="start-failure">(.*?)<\/template>/s.exec(body)?.[1];
    for (const key of ['loadTitle', 'loadText', 'tryAgain'])
      expect(notice).toContain(escapeHtml(pageText(locale, `common:errorScreen.${key}`)!));
  }
});

describe.each(LOCALES)('RT9 the landing page in %s', (locale) => {
  const path = localePrefix(locale) || '/';

  test('is there before any script, with its words and its servers', async () => {
    const { body } = await rendered(path);
    const root = rootIn(body);
    for (const key of ['landing:hero.line1', 'landing:hero.lead', 'common:nav.shop'])
      expect(root, key).toContain(pageText(locale, key)?.replaceAll("'", '&#x27;'));
    const { servers } = (
      await site.get('/api/v1/landing-data', { 'accept-language': locale })
    ).json<LandingData>();
    expect(servers.length).toBeGreaterThan(0);
    for (const { name } of servers) expect(root).toContain(name);
    expect(root).not.toContain(' style="');
    const data = /id="page-data">([^<]*)<\/script>/.exec(body)?.[1] ?? '';
    const { queries } = JSON.parse(data) as { queries: { queryKey: string[]; state: { data: unknown } }[] };
    expect(new Set(queries.map(({ queryKey }) => queryKey[0]))).toEqual(
      new Set(['landingData', 'serversStatistic']),
    );
    expect(queries.every(({ state }) => state.data !== undefined)).toBe(true);
  });

  test('keeps a policy without inline code or free styles', async () => {
    const reply = await rendered(path);
    const policy = String(reply.headers['content-security-policy']);
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).toMatch(/style-src 'self' 'sha256-[^']+' 'sha256-[^']+'/);
    const rules = [...reply.body.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text = '']) => text);
    for (const text of rules) expect(policy).toContain(sha256(text));
    // its own and those of its markup (N19)
    expect(rules).toHaveLength(2);
    const scripts = [...reply.body.matchAll(/<script(?![^>]* src=)([^>]*)>/g)].map(
      ([, attributes]) => attributes,
    );
    expect(scripts.every((attributes) => /type="application\/(ld\+)?json"/.test(attributes ?? ''))).toBe(
      true,
    );
  });
});

test('N19 a document that is the same for all fetches no style sheet, and one of a single visitor carries none', async () => {
  const sheetsIn = (html: string) => html.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
  const isFetched = (sheet: string) => !sheet.includes(' disabled');
  const { body } = await rendered('/en');
  expect(sheetsIn(body)).toHaveLength(2);
  expect(sheetsIn(body).filter(isFetched)).toEqual([]);
  const signedIn = await site.get('/en', { cookie: `${TOKEN_COOKIE}=1.secret` });
  expect(sheetsIn(signedIn.body).filter(isFetched)).toEqual([]);
  const [, rules = ''] = /<style>(.*?)<\/style>/s.exec(signedIn.body) ?? [];
  expect(signedIn.headers['content-security-policy']).toContain(sha256(rules));
  const ofOne = (await site.get('/en/auth')).body;
  expect(sheetsIn(ofOne).filter(isFetched)).toHaveLength(2);
  expect(ofOne).not.toContain('<style>');
});

test('a signed-in player gets a page that is drawn for them alone', async () => {
  const etag = String((await rendered('/')).headers['etag']);
  // also when the browser has the page from before the sign-in
  const { body } = await site.get('/', { cookie: `${TOKEN_COOKIE}=1.secret`, 'if-none-match': etag });
  expect(body).toContain('<div id="root"></div>');
  expect(body).not.toContain('page-data');
});

test('S2 the form of the shop is in its document', async () => {
  const root = rootIn((await rendered('/en/donate')).body);
  expect(root).toContain('name="amount"');
  expect(root).toContain('name="login"');
});

test.each(LOCALES)('RT12 the document of the fairness page in %s has its headings', async (locale) => {
  const root = rootIn((await rendered(`${localePrefix(locale)}/fairness`)).body);
  expect([...root.matchAll(/<h1/g)]).toHaveLength(1);
  for (const key of ['title', 'how.title', 'limits.title', 'observed.title', 'own.title'])
    expect(root, key).toMatch(
      new RegExp(`<h[12][^>]*>${pageText(locale, `fairness:${key}`)?.replaceAll("'", '&#x27;')}`),
    );
});

describe.each(LOCALES)('RT7 in %s', (locale) => {
  test.each(['terms', 'privacy'])('/%s is a real text in its document', async (name) => {
    const root = rootIn((await rendered(`${localePrefix(locale)}/${name}`)).body);
    const title = pageText(locale, `legal:${name}.title`) ?? 'no title';
    expect(root).toMatch(new RegExp(`<h1[^>]*>${title}`));
    expect([...root.matchAll(/<h2[^>]*>[^<]{3,}/g)].length).toBeGreaterThan(7);
  });

  test('RT17 /terms begins with what will change, and from which day', async () => {
    const inForceOn = new Date(site.deps.now().getTime() + 20 * 24 * 60 * 60_000).toISOString().slice(0, 10);
    const path = `${localePrefix(locale)}/terms`;
    await rendered(path);
    await site.pool.query(
      `INSERT INTO terms_notices (in_force_on, texts, announced_at, announced_by, recipients, last_account, sent_at)
       VALUES ($1, '{"ru":"text ru","uk":"text uk","en":"text en"}', $2, 1, 0, 0, $2)`,
      [inForceOn, site.deps.now()],
    );
    const { body } = await rendered(path);
    const day = new RegExp(`<h2>[^<]*${inForceOn.slice(0, 4)}[^<]*</h2><p>text ${locale}</p>`);
    expect(articleIn(body)).toMatch(day);
    expect(articleIn(body).search(day)).toBeLessThan(articleIn(body).indexOf('<nav'));
    await site.pool.query('UPDATE terms_notices SET withdrawn_at = $1', [site.deps.now()]);
    expect(articleIn((await rendered(path)).body)).not.toContain(`text ${locale}`);
  });

  test('/credits names the works and their licences', async () => {
    const { body } = await rendered(`${localePrefix(locale)}/credits`);
    const title = pageText(locale, 'legal:credits.title') ?? 'no title';
    expect(body).toContain(`<title>${title} — ONE RP</title>`);
    expect(rootIn(body)).toMatch(new RegExp(`<h1[^>]*>${title}`));
    for (const name of ['Tektur', 'Onest', 'Martian Mono', 'Phosphor Icons', 'FluidR3 GM', 'GSAP'])
      expect(rootIn(body), name).toMatch(new RegExp(`<a [^>]*>${name}<`));
  });
});

/** The links of a markup. */
const linksIn = (markup: string) =>
  [...markup.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, address = '', text = '']) => ({
    address: address.replaceAll('&amp;', '&'),
    text: text.replaceAll(/<[^>]*>/g, ''),
  }));
const articleIn = (html: string) => /<article.*<\/article>/s.exec(rootIn(html))?.[0] ?? '';

describe.each(LOCALES)('RT14 /help in %s', (locale) => {
  const prefix = localePrefix(locale);

  test('is a page of questions, each with an address and an answer, and is described', async () => {
    const { body } = await rendered(`${prefix}/help`);
    const title = pageText(locale, 'help:title');
    expect(body).toContain(`<title>${title} — ONE RP</title>`);
    expect(body).toContain(`<meta name="description" content="${pageText(locale, 'help:description')}" />`);
    const article = articleIn(body);
    expect(article).toMatch(new RegExp(`<h1[^>]*>${title}`));
    const answers = [...article.matchAll(/<section id="([^"]+)"[^>]*><h3>([^<]+)<\/h3>(.*?)<\/section>/gs)];
    expect(answers.length).toBeGreaterThan(10);
    for (const [, id, question, answer] of answers) {
      expect(article).toContain(`<a href="#${id}">${question}</a>`);
      expect(answer?.length, id).toBeGreaterThan(150);
    }
    // no name of a gap or an element is left over
    expect(article).not.toMatch(/\{\{|&lt;|undefined/);
  });

  test('leads to pages and answers that exist, and to the support', async () => {
    const { body } = await rendered(`${prefix}/help`);
    const article = articleIn(body);
    const addresses = new Set(linksIn(article).map(({ address }) => address));
    expect(addresses).toContain('mailto:support@example.org');
    expect(addresses.size).toBeGreaterThan(25);
    for (const address of addresses) {
      if (address.startsWith('mailto:')) continue;
      const [path = '', hash] = address.split('#');
      expect((await site.get(path || `${prefix}/help`)).statusCode, address).toBe(200);
      if (path) expect(path.startsWith(prefix), address).toBe(true);
      if (!path || path === `${prefix}/help`) expect(article, address).toContain(`id="${hash}"`);
    }
  });

  test('is in the footer', async () => {
    const links = linksIn(rootIn((await rendered(prefix || '/')).body));
    expect(links).toContainEqual({ address: `${prefix}/help`, text: pageText(locale, 'common:footer.help') });
  });
});

describe('RT15 the rules and the guide', () => {
  const urls = { rulesUrl: 'https://game.example/rules', guideUrl: 'https://game.example/guide?a=1&b=2' };
  const outside = async (of: TestApp, path: string) =>
    linksIn(rootIn((await rendered(path, of)).body)).filter(({ address }) =>
      Object.values(urls).includes(address),
    );

  test('are linked in every language when the operator gives them', async () => {
    const given = await createTestApp({ config: { clientDir: join(folder, 'client'), ...urls } });
    try {
      for (const locale of LOCALES) {
        const footer = { address: urls.rulesUrl, text: pageText(locale, 'common:footer.rules') };
        const guide = { address: urls.guideUrl, text: pageText(locale, 'landing:start.connect.guide') };
        expect(await outside(given, localePrefix(locale) || '/')).toEqual([guide, footer]);
        const help = await outside(given, `${localePrefix(locale)}/help`);
        expect(help.map(({ address }) => address)).toEqual([urls.guideUrl, urls.rulesUrl, urls.rulesUrl]);
      }
    } finally {
      await given.close();
    }
  });

  test('are nowhere when not', async () => {
    for (const path of ['/en', '/en/help']) {
      const { body } = await rendered(path);
      expect(body).not.toMatch(/rulesUrl|guideUrl/);
      for (const text of ['common:footer.rules', 'landing:start.connect.guide'])
        expect(linksIn(rootIn(body)).map((link) => link.text)).not.toContainEqual(
          expect.stringContaining(pageText('en', text)!),
        );
    }
  });
});

test('a server that starts renders its pages before the first visitor comes', async () => {
  const render = vi.fn(async (_order: { path: string }): Promise<RenderedPage> => ({
    markup: '',
    data: null,
  }));
  vi.stubGlobal('renderPageOfTest', render);
  const started = await createTestApp({ config: { clientDir: join(folder, 'client') } });
  try {
    await started.app.listen({ port: 0, host: '127.0.0.1' });
    await vi.waitFor(() =>
      expect(new Set(render.mock.calls.map(([{ path }]) => path))).toEqual(
        new Set(
          ['/', '/help', '/terms', '/privacy', '/credits', '/fairness', '/donate'].flatMap((path) =>
            LOCALES.map((locale) =>
              path === '/' ? localePrefix(locale) || '/' : localePrefix(locale) + path,
            ),
          ),
        ),
      ),
    );
  } finally {
    await started.close();
    vi.stubGlobal('renderPageOfTest', renderPage);
  }
});
