import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const STYLES = 'a{color:red}';
const BUILT = join(import.meta.dirname, '../../../support/app/client');

let folder: string;
let site: TestApp;
const pathOf = (name: string) => join(folder, 'assets', name);
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'one-rp-kept-'));
  cpSync(BUILT, folder, { recursive: true });
  for (const name of ['kept-abc.css', 'gone-abc.css']) writeFileSync(pathOf(name), STYLES);
  writeFileSync(pathOf('kept-abc.css.gz'), gzipSync(STYLES));
  site = await createTestApp({ config: { clientDir: folder } });
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});

test('N9 a built file is read once, and sent with a validator for each encoding', async () => {
  const load = (headers = {}) => site.get('/assets/kept-abc.css', headers);
  const first = await load();
  expect(first.headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'content-length': String(STYLES.length),
    vary: 'accept-encoding',
  });
  for (const end of ['', '.gz']) rmSync(pathOf(`kept-abc.css${end}`));
  const gzipped = await load({ 'accept-encoding': 'gzip' });
  expect(gunzipSync(gzipped.rawPayload).toString()).toBe(STYLES);
  expect(gzipped.headers['etag']).not.toBe(first.headers['etag']);
  // the build has made no brotli of it
  const plain = await load({ 'accept-encoding': 'br' });
  expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, STYLES]);
  const known = await load({ 'if-none-match': String(first.headers['etag']) });
  expect([known.statusCode, known.body]).toEqual([304, '']);
  const head = await site.inject({ method: 'HEAD', url: '/assets/kept-abc.css' });
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '12', '']);
});

test('N9 the licences, whose file is always called the same, are asked for again', async () => {
  writeFileSync(pathOf('licenses.txt'), 'MIT');
  const other = await createTestApp({ config: { clientDir: folder } });
  const { headers, body } = await other.get('/assets/licenses.txt');
  expect([body, headers['content-type'], headers['cache-control']]).toEqual([
    'MIT',
    'text/plain; charset=utf-8',
    'public, no-cache',
  ]);
  const again = await other.get('/assets/licenses.txt', { 'if-none-match': String(headers['etag']) });
  expect(again.statusCode).toBe(304);
  await other.close();
});

test('N9 a file that has gone from the folder is a 404 until it is there again', async () => {
  rmSync(pathOf('gone-abc.css'));
  expect((await site.get('/assets/gone-abc.css')).statusCode).toBe(404);
  writeFileSync(pathOf('gone-abc.css'), STYLES);
  expect((await site.get('/assets/gone-abc.css')).body).toBe(STYLES);
});

test('N9 of a film and of a sound a browser may ask for a part', async () => {
  const { statusCode, body, headers } = await site.get('/assets/film-0a1b2c3d.webm', { range: 'bytes=0-5' });
  expect([statusCode, body, headers['content-type']]).toEqual([206, 'lights', 'video/webm']);
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
});
