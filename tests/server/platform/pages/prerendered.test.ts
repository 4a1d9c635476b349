import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Fastify from 'fastify';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { PageConfig, RenderedPage } from '#/contract/page.ts';
import { createPageCache, prerendered } from '#/server/platform/pages/prerendered.ts';

describe('keeping pages', () => {
  const config = {} as PageConfig;
  const log = { error: vi.fn() };

  test('one is rendered once for all who ask within half a minute', async () => {
    let nowMs = 0;
    const render = vi.fn(async (): Promise<RenderedPage> => ({ markup: String(nowMs), data: null }));
    const page = createPageCache(render, log, () => nowMs);
    await Promise.all([page('/', config, 'v1'), page('/', config, 'v1'), page('/en', config, 'v1')]);
    nowMs = 29_999;
    await page('/', config, 'v1');
    expect(render).toHaveBeenCalledTimes(2);
    // nobody waits for the next rendering while there is one
    nowMs = 30_000;
    expect((await page('/', config, 'v1'))?.markup).toBe('0');
    await vi.waitFor(async () => expect((await page('/', config, 'v1'))?.markup).toBe('30000'));
    nowMs = 330_000;
    expect((await page('/', config, 'v1'))?.markup).toBe('330000');
  });

  test('N9 one is rendered anew, and waited for, when the catalogue has changed', async () => {
    let price = 1;
    const render = vi.fn(async (): Promise<RenderedPage> => ({ markup: String(price), data: null }));
    const page = createPageCache(render, log, () => 0);
    expect((await page('/', config, 'v1'))?.markup).toBe('1');
    price = 2;
    expect((await page('/', config, 'v1'))?.markup).toBe('1');
    expect((await page('/', config, 'v2'))?.markup).toBe('2');
    expect(render).toHaveBeenCalledTimes(2);
  });

  test('one that fails is said in the log, and the visitor gets the page without it', async () => {
    const page = createPageCache(() => Promise.reject(new Error('no servers')), log);
    expect(await page('/', config, 'v1')).toBeUndefined();
    expect(log.error).toHaveBeenCalledOnce();
  });
});

test.each([
  ['of a running server is said in the log', false, 1],
  ['that the end of the server cuts short is no error in the log', true, 0],
])('N7 a page %s', async (_, isClosed, said) => {
  const folder = mkdtempSync(join(tmpdir(), 'one-rp-pages-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const program = join(folder, 'prerender/prerender.js');
  mkdirSync(join(folder, 'prerender'));
  writeFileSync(
    program,
    'export const cuts = []; export const renderPage = () => new Promise((_, cut) => cuts.push(cut));',
  );
  const lines: string[] = [];
  const app = Fastify({ logger: { level: 'error', stream: { write: (line) => void lines.push(line) } } });
  const pageOf = await prerendered(app, join(folder, 'client'));
  await app.ready();
  const page = pageOf('/', {} as PageConfig, 'v1');
  if (isClosed) await app.close();
  const { cuts } = (await import(/* @vite-ignore */ pathToFileURL(program).href)) as {
    cuts: ((error: Error) => void)[];
  };
  for (const cut of cuts) cut(new Error('internal'));
  expect(await page).toBeUndefined();
  expect(lines).toHaveLength(said);
  await app.close();
});
