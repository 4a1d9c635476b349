import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp({ config: { publicUrl: 'https://one.example' } });
});
afterAll(() => site.close());

test('the map has every page that may be found in three languages, each with its others', async () => {
  const reply = await site.get('/sitemap.xml');
  expect(reply.headers['content-type']).toBe('application/xml; charset=utf-8');
  const places = [...reply.body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
  expect(places).toEqual(
    expect.arrayContaining(
      ['/', '/help', '/uk/terms', '/en/donate'].map((path) => `https://one.example${path}`),
    ),
  );
  expect(new Set(places).size).toBe(places.length);
  expect(places.length % 3).toBe(0);
  expect(reply.body.match(/hreflang="x-default"/g)).toHaveLength(places.length);
  expect(reply.body).toContain('hreflang="en" href="https://one.example/en/privacy"');
  for (const place of places) {
    const page = await site.get((place ?? '').replace('https://one.example', ''));
    expect([place, page.statusCode]).toEqual([place, 200]);
    expect(page.body, place).toContain(`<link rel="canonical" href="${place}" />`);
    expect(page.body, place).not.toContain('noindex');
  }
});

test('robots are told of the map and kept from what is private', async () => {
  const { body } = await site.get('/robots.txt');
  expect(body).toContain('Sitemap: https://one.example/sitemap.xml');
  expect(body).toContain('Disallow: /cabinet');
  expect(body).not.toMatch(/^Disallow: \/$/m);
});

test.each(['/sitemap.xml', '/robots.txt'])('%s answers HEAD as it answers GET', async (url) => {
  const reply = await site.inject({ method: 'HEAD', url });
  expect([reply.statusCode, reply.body]).toEqual([200, '']);
  expect(reply.headers['content-length']).toBe((await site.get(url)).headers['content-length']);
});

test.each(['', '/uk', '/en'])('the landing page at "%s" tells what it is for machines', async (path) => {
  const { body } = await site.get(path || '/');
  const text = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(body)?.[1] ?? '';
  const { '@graph': graph } = JSON.parse(text) as { '@graph': { '@type': string; url: string }[] };
  expect(graph.map((node) => node['@type'])).toEqual(['Organization', 'WebSite', 'VideoGame']);
  expect(graph.at(-1)?.url).toBe(`https://one.example${path || '/'}`);
  expect((await site.get(`${path}/terms`)).body).not.toContain('ld+json');
});
