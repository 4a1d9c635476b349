import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { onlyKey } from '#/server/platform/config/secretKey.ts';
import { checkSiteSecret } from '#/server/platform/db/siteSecret.ts';
import { opensNewestChain } from '#/server/domain/fairness/fairEpoch.ts';
import { createPlayer } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(() => app.pool.query('DELETE FROM site_secret'));
afterAll(() => app.close());

const SETTING = { appSecret: 'set', dataDir: '/var/lib/one-rp' };
const check = (key: Buffer, config: { appSecret?: string; dataDir: string } = SETTING) =>
  checkSiteSecret(app.pool, config, onlyKey(key), opensNewestChain);
const rows = async () => (await app.pool.query('SELECT FROM site_secret')).rowCount;

test('N7 the first secret of a site is its secret; another one is refused by the name of its setting', async () => {
  const own = randomBytes(32);
  await check(own);
  await check(own);
  await expect(check(randomBytes(32))).rejects.toThrow('APP_SECRET is not the secret of this site');
  await expect(check(randomBytes(32), { dataDir: '/var/lib/one-rp' })).rejects.toThrow(
    'secret.key in /var/lib/one-rp is not the secret of this site',
  );
  await check(own);
});

test('N7 of two processes that start at once with different secrets one is refused', async () => {
  const secrets = [randomBytes(32), randomBytes(32)];
  const ends = await Promise.allSettled(secrets.map((secret) => check(secret)));
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('N7 a database that is older than its check is tried: a wrong secret is refused and not written down', async () => {
  await createPlayer(app.deps);
  await expect(check(randomBytes(32))).rejects.toThrow('APP_SECRET');
  expect(await rows()).toBe(0);
  await check(app.deps.secretKey.current);
  expect(await rows()).toBe(1);
});
