import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const ORIGIN = 'https://one.example';
let site: TestApp;
beforeAll(async () => {
  site = await createTestApp({ config: { publicUrl: ORIGIN } });
});
afterAll(() => site.close());

/** The content of a meta tag of a page, as often as it is there. */
const metaIn = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)" />`, 'g'))].map(
    ([, content]) => content,
  );

test.each([
  ['ru', '', 'ru_RU'],
  ['uk', '/uk', 'uk_UA'],
  ['en', '/en', 'en_GB'],
])('a link to a page in %s is shown with the picture of that language', async (locale, prefix, territory) => {
  for (const path of ['', '/auth', '/nothing']) {
    const { body } = await site.get(prefix + path || '/');
    expect(metaIn(body, 'og:image')).toEqual([`${ORIGIN}/brand/share-${locale}.jpg`]);
    expect(metaIn(body, 'og:image:width')).toEqual(['1200']);
    expect(metaIn(body, 'og:image:height')).toEqual(['630']);
    expect(metaIn(body, 'og:image:alt')[0]).toMatch(/ONE 001/);
    expect(metaIn(body, 'og:locale')).toEqual([territory]);
    expect(metaIn(body, 'og:title')).toEqual([/<title>([^<]*)</.exec(body)?.[1]]);
    expect(metaIn(body, 'og:type')).toEqual(['website']);
    expect(metaIn(body, 'twitter:card')).toEqual(['summary_large_image']);
  }
  const { headers } = await site.get(`/brand/share-${locale}.jpg`);
  expect(headers['content-type']).toBe('image/jpeg');
});

test.each([
  ['ru', '', '/'],
  ['uk', '/uk', '/uk'],
  ['en', '/en', '/en'],
])('the manifest in %s starts there, and its icons can be had', async (locale, prefix, start) => {
  const { body } = await site.get(prefix || '/');
  const address = /<link rel="manifest" href="([^"]*)"/.exec(body)?.[1] ?? '';
  const reply = await site.get(address);
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-type']).toContain('application/manifest+json');
  const manifest = reply.json();
  expect(manifest).toMatchObject({ lang: locale, start_url: start, scope: '/', short_name: 'ONE RP' });
  expect(manifest.name).toContain('ONE RP');
  expect(manifest.description.length).toBeGreaterThan(20);
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
  for (const { src, type } of manifest.icons) {
    const icon = await site.get(src);
    expect([src, icon.statusCode, icon.headers['content-type']]).toEqual([src, 200, type]);
  }
});

test('icons that are asked for by name are there', async () => {
  const touchIcon = /<link rel="apple-touch-icon" href="([^"]*)"/.exec((await site.get('/')).body)?.[1];
  expect((await site.get(touchIcon ?? '')).headers['content-type']).toBe('image/png');
  const moved = await site.get('/favicon.ico');
  expect([moved.statusCode, moved.headers['location']]).toEqual([301, '/brand/favicon.ico']);
  const icon = await site.get('/brand/favicon.ico');
  expect([icon.statusCode, icon.headers['cache-control']]).toEqual([200, 'public, max-age=86400']);
  const again = await site.get('/brand/favicon.ico', { 'if-none-match': String(icon.headers['etag']) });
  expect(again.statusCode).toBe(304);
  for (const path of [
    '/brand/',
    '/brand/none.png',
    '/brand/../names.json',
    '/brand/%2e%2e/source/names.json',
  ])
    expect([path, (await site.get(path)).statusCode]).toEqual([path, 404]);
});
