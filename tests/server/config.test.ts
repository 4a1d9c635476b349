import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '#/server/config.ts';

test('without any setting: loopback, port 3000, own database, demonstration', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    mode: 'production',
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    isHttps: false,
    isDemo: true,
    proxyHops: 0,
    hasPlayground: false,
  });
  expect(config.databaseUrl).toBeUndefined();
  expect(config.dataDir).toMatch(/^\/.*\/data$/);
});

test('with a database of its own the demonstration is off, unless it is asked for', () => {
  const settings = { DATABASE_URL: 'postgres://u@db/one', APP_SECRET: 'x'.repeat(32) };
  expect(readConfig(settings).isDemo).toBe(false);
  expect(readConfig({ ...settings, DEMO: '1' }).isDemo).toBe(true);
});

test('an empty value counts as absent, an address loses its last slash', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' }).port).toBe(3000);
  const { publicUrl, isHttps } = readConfig({ PUBLIC_URL: 'https://one.example/' });
  expect([publicUrl, isHttps]).toEqual(['https://one.example', true]);
});

test.each([
  [{ PORT: 'web' }, 'PORT must be a whole number.'],
  [{ PORT: '70000' }, 'PORT must be at most 65535.'],
  [{ POOL_SIZE: '1' }, 'POOL_SIZE must be at least 2.'],
  [{ DEMO: 'yes' }, 'DEMO must be 0 or 1.'],
  [{ PUBLIC_URL: 'one.example' }, 'PUBLIC_URL must be an address as https://example.org.'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin with postgres:// or postgresql://.'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be a level of pino.'],
  [{ APP_SECRET: 'short' }, 'APP_SECRET must have at least 32 characters.'],
  [{ DATABASE_URL: 'postgres://u@db/one' }, 'APP_SECRET must be set together with DATABASE_URL'],
])('%j is refused in a sentence', (settings, sentence) => {
  expect(() => readConfig(settings)).toThrow(ConfigError);
  expect(() => readConfig(settings)).toThrow(sentence);
});

test('every wrong setting is named at once', () => {
  expect(() => readConfig({ PORT: 'x', DEMO: 'x' })).toThrow(/PORT .*\nDEMO /);
});
