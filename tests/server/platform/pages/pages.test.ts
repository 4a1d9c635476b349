import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CABINET_BANNER_SIZES, pageConfig } from '#/contract/page.ts';
import { NO_ASSETS } from '#/server/platform/pages/pageAssets.ts';
import { fillPage } from '#/server/platform/pages/pageHead.ts';
import { SITE_PAGES } from '#/server/platform/pages/sitePages.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const TEMPLATE =
  '<!doctype html><html lang="ru"><head><meta charset="utf-8" /><!--page-head--></head><body><div id="root"></div></body></html>';
const SCRIPT = `console.info('${'built '.repeat(300)}');\n`;

const FONTS = Object.fromEntries(
  ['tektur-%-standard', 'onest-%-wght'].flatMap((font) =>
    ['cyrillic', 'latin'].map((subset) => {
      const name = `${font.replace('%', subset)}-normal`;
      return [`assets/fonts/${name}.woff2`, { file: `assets/${name}-abc.woff2` }];
    }),
  ),
);
const BANNER = Object.fromEntries(
  [800, 1600].map((width) => [
    `assets/cabinet/vault-${width}.avif`,
    { file: `assets/vault-${width}-abc.avif` },
  ]),
);
const writeManifest = (files: object) => {
  mkdirSync(join(folder, '.vite'), { recursive: true });
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(files));
};

let folder: string;
let site: TestApp;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'one-rp-client-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), TEMPLATE);
  writeManifest({ ...FONTS, ...BANNER });
  writeFileSync(join(folder, 'assets/main-abc.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/main-abc.js.br'), brotliCompressSync(SCRIPT));
  site = await createTestApp({ config: { clientDir: folder, publicUrl: 'https://one.example' } });
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});

const configIn = (html: string) =>
  pageConfig.parse(JSON.parse(/id="page-config">([^<]*)<\/script>/.exec(html)?.[1] ?? ''));
const titleIn = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];

const encoded = (path: string) =>
  path.replaceAll(/[a-z]/g, (letter) => `%${letter.codePointAt(0)!.toString(16)}`);
test('RT10 another spelling of an address never changes what the others get', async () => {
  const spelled = await createTestApp({ config: { clientDir: folder, publicUrl: 'https://one.example' } });
  const bodyOf = async (app: TestApp, url: string) =>
    (await app.get(url)).body.replace(/(name="csrf-token" content=")[^"]*/, '$1');
  const paths = SITE_PAGES.map(({ path }) => path.replace(/:.*/, '1').replace(/^\/$/, ''));
  for (const path of ['', '/uk', '/en'].flatMap((prefix) => paths.map((rest) => prefix + rest || '/'))) {
    for (const other of [encoded(path), `${path}/`]) await spelled.get(other);
    expect(await bodyOf(spelled, path), path).toBe(await bodyOf(site, path));
  }
  await spelled.close();
});

describe.each([
  ['ru', ''],
  ['uk', '/uk'],
  ['en', '/en'],
])('RT10 in %s', (locale, prefix) => {
  test.each(['/', '/auth', '/cabinet', '/cabinet/case/7'])('%s is a page of that language', async (path) => {
    const reply = await site.get(prefix + path);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.headers['cache-control']).toBe('private, no-cache');
    expect(reply.body).toContain(`<html lang="${locale}" data-undecorated>`);
    expect(configIn(reply.body)).toEqual({
      locale,
      apiBaseUrl: '',
      captcha: { provider: 'altcha', siteKey: '' },
      supportEmail: 'support@example.org',
      hasPlayground: false,
    });
    expect(titleIn(reply.body)).toContain('ONE RP');
    expect(reply.body).not.toContain('<!--page-head-->');
  });

  test('an unknown path is the same shell with status 404', async () => {
    for (const path of [
      '/nothing',
      '/cabinet/case/0',
      '/cabinet/case/abc',
      '/auth/more',
      '/.env',
      '/index.html',
      '/%E0%A4%A',
      '/%c0%ae%c0%ae/etc',
    ]) {
      const reply = await site.get(prefix + path);
      expect([path, reply.statusCode]).toEqual([path, 404]);
      expect(reply.body).toContain(`<html lang="${locale}" data-undecorated>`);
      expect(reply.body).toContain('noindex');
      expect(reply.body).toContain('<div id="root">');
    }
  });
});

test('every page has its own title in every language', async () => {
  const paths = ['', '/auth', '/cabinet', '/nothing'];
  const titles = await Promise.all(
    ['', '/uk', '/en'].flatMap((prefix) =>
      paths.map(async (path) => titleIn((await site.get(prefix + path || '/')).body)),
    ),
  );
  expect(titles.every(Boolean)).toBe(true);
  expect(new Set(titles).size).toBe(titles.length);
});

test('the landing page is described for search engines, the cabinet is not for them', async () => {
  const landing = (await site.get('/uk')).body;
  expect(landing).toMatch(/<meta name="description" content="[^"]{20,}"/);
  expect(landing).toContain('<link rel="canonical" href="https://one.example/uk" />');
  expect(landing).toContain('hreflang="ru" href="https://one.example/" />');
  expect(landing).toContain('hreflang="en" href="https://one.example/en" />');
  expect(landing).not.toContain('noindex');
  expect((await site.get('/cabinet')).body).toContain('<meta name="robots" content="noindex" />');
});

test.each([
  ['/', 'cyrillic'],
  ['/uk/auth', 'cyrillic'],
  ['/en/cabinet', 'latin'],
  ['/en/nothing', 'latin'],
])('%s asks for the %s headlines and text before the style sheet does', async (path, subset) => {
  const { body } = await site.get(path);
  expect(body.match(/<link rel="preload"[^>]*as="font"[^>]*>/g)).toEqual(
    ['tektur-%-standard', 'onest-%-wght'].map(
      (font) =>
        `<link rel="preload" href="/assets/${font.replace('%', subset)}-normal-abc.woff2" as="font" type="font/woff2" crossorigin fetchpriority="low" />`,
    ),
  );
});

test('C1 the cabinet asks for its first picture before its code does, and no other page does', async () => {
  const pictureIn = async (path: string) =>
    /<link rel="preload" as="image"[^>]*>/.exec((await site.get(path)).body)?.[0];
  expect(await pictureIn('/uk/cabinet')).toBe(
    `<link rel="preload" as="image" type="image/avif" imagesrcset="/assets/vault-800-abc.avif 800w, /assets/vault-1600-abc.avif 1600w" imagesizes="${CABINET_BANNER_SIZES}" />`,
  );
  for (const path of ['/cabinet/case/1', '/donate', '/auth']) expect(await pictureIn(path)).toBeUndefined();
});

test('a document travels compressed, as its reader takes it', async () => {
  const plain = await site.get('/terms');
  expect(plain.headers['content-encoding']).toBeUndefined();
  const reply = await site.get('/terms', { 'accept-encoding': 'gzip, deflate, br' });
  expect([reply.headers['content-encoding'], reply.headers['vary']]).toEqual([
    'br',
    'accept-encoding, cookie',
  ]);
  expect(titleIn(brotliDecompressSync(reply.rawPayload).toString())).toBe(titleIn(plain.body));
});

test.each([
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0, br;q=0', undefined],
  ['*', 'br'],
  ['identity', undefined],
])('a reader who accepts %s gets a document as %s', async (accepted, encoding) => {
  const { headers } = await site.get('/terms', { 'accept-encoding': accepted });
  expect(headers['content-encoding']).toBe(encoding);
});

test('a build without one of these fonts is refused', async () => {
  writeManifest({});
  await expect(createTestApp({ config: { clientDir: folder } })).rejects.toThrow('tektur-cyrillic');
  writeManifest(FONTS);
});

test.each([
  ['/ru', '/'],
  ['/ru/', '/'],
  ['/ru/auth?register', '/auth?register'],
  ['/ru/cabinet/case/3?a=1&b=%2F', '/cabinet/case/3?a=1&b=%2F'],
  ['/ru?utm=1', '/?utm=1'],
  ['/ru//elsewhere.example', '/elsewhere.example'],
  [String.raw`/ru/\elsewhere.example`, '/elsewhere.example'],
])('RT10 %s moves for good to %s', async (from, to) => {
  const reply = await site.get(from);
  expect([reply.statusCode, reply.headers['location']]).toEqual([301, to]);
});

test('the playground is served only when it is switched on', async () => {
  expect((await site.get('/playground')).statusCode).toBe(404);
  const other = await createTestApp({ config: { hasPlayground: true } });
  const page = await other.get('/playground');
  expect(page.statusCode).toBe(200);
  expect(configIn(page.body).hasPlayground).toBe(true);
  await other.close();
});

test('a page answers HEAD, and 405 to everything else', async () => {
  expect((await site.inject({ method: 'HEAD', url: '/auth' })).statusCode).toBe(200);
  const reply = await site.inject({ method: 'POST', url: '/auth', payload: {} });
  expect([reply.statusCode, reply.headers['allow'], reply.json().code]).toEqual([
    405,
    'GET, HEAD',
    'methodNotAllowed',
  ]);
});

test('assets are compressed and never change; an unknown one is a real 404', async () => {
  const reply = await site.get('/assets/main-abc.js', { 'accept-encoding': 'gzip, deflate, br' });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-encoding']).toBe('br');
  expect(reply.headers['content-type']).toMatch(/^(text|application)\/javascript/);
  expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(brotliDecompressSync(reply.rawPayload).toString()).toBe(SCRIPT);
  expect((await site.get('/assets/main-abc.js')).body).toBe(SCRIPT);
  const refused = await site.get('/assets/main-abc.js', { 'accept-encoding': 'br;q=0' });
  expect([refused.headers['content-encoding'], refused.body]).toEqual([undefined, SCRIPT]);
  for (const path of [
    '/assets/gone.js',
    '/assets/',
    '/assets',
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
  ]) {
    const missing = await site.get(path);
    expect([path, missing.statusCode]).toEqual([path, 404]);
    expect(missing.body).not.toContain(SCRIPT);
  }
});

test('E3 built files are not counted for an address; names that are none are', async () => {
  const limited = await createTestApp({ config: { clientDir: folder, rateLimitScale: 1 } });
  const statuses = async (url: string) => {
    const seen = new Set<number>();
    for (let asked = 0; asked < 310; asked++) seen.add((await limited.get(url)).statusCode);
    return [...seen];
  };
  expect(await statuses('/assets/main-abc.js')).toEqual([200]);
  expect(await statuses('/assets/gone.js')).toEqual([404, 429]);
  expect(await statuses('/assets/main-abc.js')).toEqual([200]);
  await limited.close();
});

test('what is written into the page cannot leave its place', () => {
  const html = fillPage(TEMPLATE, {
    page: { path: '/', title: 'landing:title' },
    path: '/',
    publicUrl: 'https://one.example',
    assets: NO_ASSETS,
    rendered: { markup: '<p>ready</p>', data: { name: '</script><script>alert(1)</script>$&' } },
    config: {
      locale: 'en',
      apiBaseUrl: '</script><script>alert(1)</script>$&',
      captcha: { provider: 'recaptcha', siteKey: '<!--' },
      supportEmail: 'support@example.org',
      hasPlayground: false,
    },
    csrfToken: '"><img src=x>',
  });
  expect(html).not.toContain('<script>alert');
  expect(html).not.toContain('<img');
  expect(configIn(html).apiBaseUrl).toBe('</script><script>alert(1)</script>$&');
  expect(html).toContain('<div id="root"><p>ready</p></div>');
  const data = /id="page-data">([^<]*)<\/script>/.exec(html)?.[1] ?? '';
  expect(JSON.parse(data)).toEqual({ name: '</script><script>alert(1)</script>$&' });
});

test('the token in the page lets its own visitor store a token, and nobody else', async () => {
  const page = await site.get('/auth');
  const token = /<meta name="csrf-token" content="([^"]+)"/.exec(page.body)?.[1] ?? '';
  const cookie = page.cookies.find(({ name }) => name.endsWith('csrf'));
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  const other = await site.get('/auth');
  const otherCookie = other.cookies.find(({ name }) => name.endsWith('csrf'));
  const send = async (headers: Record<string, string>) =>
    (await site.post('/auth-store-token', { token: '' }, headers)).statusCode;
  const cookies = `${cookie?.name}=${encodeURIComponent(cookie?.value ?? '')}`;
  expect(await send({ 'x-csrf-token': token, cookie: cookies })).toBe(200);
  expect(await send({ 'x-csrf-token': token })).toBe(403);
  expect(await send({ cookie: cookies })).toBe(403);
  expect(await send({ 'x-csrf-token': 'wrong', cookie: cookies })).toBe(403);
  const foreign = `${otherCookie?.name}=${encodeURIComponent(otherCookie?.value ?? '')}`;
  expect(await send({ 'x-csrf-token': token, cookie: foreign })).toBe(403);
  expect(await send({ 'x-csrf-token': token, cookie: `${cookie?.name}=forged` })).toBe(403);
});

test('a server without a built client says how to build it', async () => {
  await expect(createTestApp({ config: { clientDir: '/nowhere' } })).rejects.toThrow('npm run build');
});
