import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastifyCookie from '@fastify/cookie';
import fastifyCsrf from '@fastify/csrf-protection';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { patchNumbers, serveTuningFile } from '#/server/platform/pages/tuningFile.ts';

const SOURCE = 'src/client/platform/theme/tuning.json';

test('RT12 one number of the file is changed, and its layout stays', async () => {
  const text = await readFile(SOURCE, 'utf8');
  const patched = patchNumbers(text, { 'roulette.spin.tilePx': 231, 'dom.orderPoll.growth': 1.5 });
  expect(JSON.parse(patched)).toMatchObject({
    roulette: { spin: { tilePx: 231 } },
    dom: { orderPoll: { growth: 1.5 } },
  });
  expect(patched.replace('231', '220').replace('"growth": 1.5', '"growth": 1.4')).toBe(text);
});

test('RT12 a path that names no number changes nothing', async () => {
  const text = await readFile(SOURCE, 'utf8');
  for (const path of ['roulette.spin', 'roulette.spin.none', 'spin.tilePx', 'tilePx'])
    expect(() => patchNumbers(text, { [path]: 1 })).toThrow(RangeError);
});

async function newServer() {
  const folder = await mkdtemp(join(tmpdir(), 'tuning-'));
  const path = join(folder, 'tuning.json');
  await copyFile(SOURCE, path);
  const app = fastify({ logger: false });
  // as in development: the route first, the token's plugin later
  serveTuningFile(app, path);
  await app.register(fastifyCookie);
  await app.register(fastifyCsrf, { cookieOpts: { path: '/' } });
  app.get('/token', async (_, reply) => ({ token: reply.generateCsrf() }));
  onTestFinished(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  const given = await app.inject('/token');
  const headers = {
    host: 'localhost:3000',
    cookie: given.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    'csrf-token': given.json<{ token: string }>().token,
  };
  const tilePx = async () =>
    (JSON.parse(await readFile(path, 'utf8')) as { roulette: { spin: { tilePx: number } } }).roulette.spin
      .tilePx;
  const save = (payload: object, other: object = {}, remoteAddress = '127.0.0.1') =>
    app.inject({
      method: 'PUT',
      url: '/playground/tuning',
      payload,
      headers: { ...headers, ...other },
      remoteAddress,
    });
  return { save, tilePx };
}

test('RT12 saving writes the file', async () => {
  const { save, tilePx } = await newServer();
  expect((await save({ 'roulette.spin.tilePx': 200 })).statusCode).toBe(204);
  expect(await tilePx()).toBe(200);
});

test('RT12 only this machine, with the token of its own page, writes numbers that exist', async () => {
  const { save, tilePx } = await newServer();
  const good = { 'roulette.spin.tilePx': 200 };
  const refused = await Promise.all([
    save(good, {}, '10.0.0.7'),
    save(good, { host: 'evil.example' }),
    save(good, { 'csrf-token': 'guessed' }),
    save({ 'roulette.spin.none': 1 }),
    save({ 'roulette.spin.tilePx': '200' }),
    save({ 'roulette.spin.tilePx': -1 }),
    save({ '../../etc': 1 }),
  ]);
  for (const { statusCode } of refused) expect(statusCode).toBeGreaterThanOrEqual(400);
  expect(await tilePx()).toBe(220);
});

test('RT12 only the development server knows the address', async () => {
  const callers = await Promise.all(
    ['src/server/app.ts', 'src/server/start.ts', 'src/server/platform/pages/developmentClient.ts'].map(
      async (path) => ({
        path,
        knows: (await readFile(path, 'utf8')).includes('tuningFile'),
      }),
    ),
  );
  expect(callers.filter(({ knows }) => knows).map(({ path }) => path)).toEqual([
    'src/server/platform/pages/developmentClient.ts',
  ]);
});
