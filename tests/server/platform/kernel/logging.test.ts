import { expect, test } from 'vitest';
import { createServer } from '#/server/app.ts';
import { readConfig } from '#/server/platform/config/config.ts';
import { loggerOptions } from '#/server/platform/kernel/logging.ts';
import { createTestApp } from '../../../support/app/testApp.ts';

test('a database error is logged without the values of the statement', async () => {
  const site = await createTestApp();
  const secret = 'secret-hash-of-somebody';
  const { rows } = await site.pool.query('SELECT 1');
  expect(rows).toHaveLength(1);
  const { accounts } = await import('#/server/platform/db/tables/accounts.ts');
  const failed = await site.deps.db
    .insert(accounts)
    .values({
      serverKey: 'nowhere',
      login: 'somebody',
      email: 'somebody@example.org',
      passwordHash: secret,
      userPromoCode: 'CODE',
    })
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  await site.close();
  expect(String(failed)).toContain(secret);
  const { serializers } = loggerOptions('info') as { serializers: { err: (error: unknown) => object } };
  const logged = JSON.stringify(serializers.err(failed));
  expect(logged).toContain('23503');
  expect(logged).not.toContain(secret);
  expect(logged).not.toContain('somebody');
});

test('a request is logged without its query', () => {
  const { serializers } = loggerOptions('info') as { serializers: { req: (request: object) => object } };
  expect(serializers.req({ method: 'GET', url: '/email-verification?token=abc' })).toEqual({
    method: 'GET',
    path: '/email-verification',
  });
});

test('servers of one process listen for its end once between them', async () => {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' });
  const listeners = process.listenerCount('exit');
  const servers = [createServer(config), createServer(config)];
  expect(process.listenerCount('exit')).toBe(listeners);
  for (const server of servers) await server.close();
});
