import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#/server/platform/config/config.ts';
import { ConfigError } from '#/server/platform/config/configError.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { operatorWarnings } from '#/server/platform/config/operatorWarnings.ts';
import { paymentWarnings } from '#/server/domain/payments/paymentWarnings.ts';

test('without any setting: loopback, port 3000, own database, demonstration', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    mode: 'production',
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    isHttps: false,
    isDemo: true,
    proxyHops: 0,
    hasPlayground: false,
  });
  expect(config.databaseUrl).toBeUndefined();
  expect(config.dataDir).toMatch(/^\/.*\/data$/);
});

test('with a database of its own the demonstration is off, unless it is asked for', () => {
  const settings = {
    DATABASE_URL: 'postgres://u@db/one',
    APP_SECRET: 'only for tests: 32 characters and more',
  };
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
  [{ DATABASE_POOLER: 'session' }, 'DATABASE_POOLER must be none or transaction.'],
  [{ DATABASE_DIRECT_URL: 'db:5432' }, 'DATABASE_DIRECT_URL must begin with postgres:// or postgresql://.'],
  [
    { DATABASE_REPLICA_URL: 'postgres://site:a,b@one:5432,two/site' },
    'DATABASE_REPLICA_URL must name one host.',
  ],
  [{ DATABASE_REPLICA_URL: 'postgres://site:a,b@one:5432/site' }, 'DATABASE_REPLICA_URL needs DATABASE_URL'],
  [{ POOL_SIZE: '1' }, 'POOL_SIZE must be at least 2.'],
  [{ DEMO: 'yes' }, 'DEMO must be 0 or 1.'],
  [{ PUBLIC_URL: 'one.example' }, 'PUBLIC_URL must be an address as https://example.org.'],
  [{ RULES_URL: 'rules.example' }, 'RULES_URL must be an address as https://example.org.'],
  [{ GUIDE_URL: 'javascript:alert(1)' }, 'GUIDE_URL must be an address as https://example.org.'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin with postgres:// or postgresql://.'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be a level of pino.'],
  [{ APP_SECRET: 'short' }, 'APP_SECRET must have at least 32 characters.'],
  [{ APP_SECRET: 'x'.repeat(40) }, 'APP_SECRET must be random'],
  [{ APP_SECRET: 'change-me-please'.repeat(3) }, 'APP_SECRET must be random'],
  [{ APP_SECRET: '0123456789abcdefghijklmnopqrstuvwxyz' }, 'APP_SECRET must be random'],
  [{ APP_SECRET_ALSO: 'x'.repeat(40) }, 'APP_SECRET_ALSO must be random'],
  [
    {
      APP_SECRET: 'only for tests: 32 characters and more',
      APP_SECRET_ALSO: 'only for tests: 32 characters and more',
    },
    'APP_SECRET_ALSO must be another secret than APP_SECRET',
  ],
  [{ DATABASE_URL: 'postgres://u@db/one' }, 'APP_SECRET must be set together with DATABASE_URL'],
])('%j is refused in a sentence', (settings, sentence) => {
  expect(() => readConfig(settings)).toThrow(ConfigError);
  expect(() => readConfig(settings)).toThrow(sentence);
});

test('every wrong setting is named at once', () => {
  expect(() => readConfig({ PORT: 'x', DEMO: 'x' })).toThrow(/PORT .*\nDEMO /);
});

const STRIPE = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old' };
const BTCPAY = {
  BTCPAY_URL: 'https://pay.example/',
  BTCPAY_STORE_ID: 'Store1',
  BTCPAY_API_KEY: 'key',
  BTCPAY_WEBHOOK_SECRET: 'secret',
};
const BESIDE = { PAYMENTS_SANDBOX: '1', PAYMENT_METHODS: 'litecoin=sandbox' };
const DATABASE = {
  DATABASE_URL: 'postgres://u@db/one',
  APP_SECRET: 'only for tests: 32 characters and more',
};
const PUBLIC = { PUBLIC_URL: 'https://one.example', TRUST_PROXY: '1' };

describe('N5 payment providers', () => {
  test('the sandbox is on in demo mode, off otherwise, or as it is asked for', () => {
    expect(readConfig({}).payments).toEqual({ hasSandbox: true, methods: {} });
    expect(readConfig({ PAYMENTS_SANDBOX: '0' }).payments.hasSandbox).toBe(false);
    expect(readConfig({ DEMO: '0' }).payments.hasSandbox).toBe(false);
    expect(readConfig(DATABASE).payments.hasSandbox).toBe(false);
    expect(readConfig({ ...DATABASE, PAYMENTS_SANDBOX: '1' }).payments.hasSandbox).toBe(true);
  });

  test('each serves what it is for, unless PAYMENT_METHODS says something else', () => {
    const { payments } = readConfig({ ...STRIPE, ...BTCPAY });
    expect(payments.stripe).toEqual({
      secretKey: 'sk_live_1',
      webhookSecrets: ['whsec_new', 'whsec_old'],
      apiVersion: '2025-03-31.basil',
      apiUrl: 'https://api.stripe.com',
    });
    expect(payments.btcpay).toEqual({
      url: 'https://pay.example',
      storeId: 'Store1',
      apiKey: 'key',
      webhookSecrets: ['secret'],
    });
    expect(payments.methods).toEqual({
      card_and_more: 'stripe',
      card: 'stripe',
      bitcoin: 'btcpay',
      litecoin: 'btcpay',
      tether: 'btcpay',
    });
    const mapped = readConfig({
      ...STRIPE,
      PAYMENTS_SANDBOX: '1',
      PAYMENT_METHODS: 'card = sandbox, advcash=stripe',
    });
    expect(mapped.payments.methods).toEqual({ card_and_more: 'stripe', card: 'sandbox', advcash: 'stripe' });
  });

  test.each([
    [{ STRIPE_SECRET_KEY: 'sk' }, 'Stripe is set up by half: STRIPE_WEBHOOK_SECRET must be set, too.'],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec' }, 'Stripe is set up by half: STRIPE_SECRET_KEY must be set, too.'],
    [{ ...STRIPE, STRIPE_WEBHOOK_SECRET: ' , ' }, 'STRIPE_WEBHOOK_SECRET holds no secret.'],
    [
      { BTCPAY_URL: 'https://pay.example', BTCPAY_API_KEY: 'key' },
      'BTCPay is set up by half: BTCPAY_STORE_ID and BTCPAY_WEBHOOK_SECRET must be set, too.',
    ],
    [{ ...BTCPAY, BTCPAY_URL: 'pay.example' }, 'BTCPAY_URL must be an address as https://example.org.'],
    [{ STRIPE_API_URL: 'x' }, 'STRIPE_API_URL must be an address'],
    [{ PAYMENT_METHODS: 'card' }, 'PAYMENT_METHODS must be a list as card=stripe,bitcoin=btcpay.'],
    [{ PAYMENT_METHODS: 'card=stripe' }, 'PAYMENT_METHODS names stripe, which is not set up.'],
    [{ PAYMENT_METHODS: 'card=paypal' }, 'PAYMENT_METHODS names paypal, which is not set up.'],
    [{ DEMO: '0', PAYMENT_METHODS: 'card=sandbox' }, 'PAYMENT_METHODS names sandbox, which is not set up.'],
    [{ PAYMENTS_SANDBOX: 'yes' }, 'PAYMENTS_SANDBOX must be 0 or 1.'],
  ])('%j is refused in a sentence', (settings, sentence) => {
    expect(() => readConfig(settings)).toThrow(ConfigError);
    expect(() => readConfig(settings)).toThrow(sentence);
  });

  test.each([
    [{}, []],
    [DATABASE, []],
    [{ ...DATABASE, ...STRIPE }, []],
    [
      { ...DATABASE, ...STRIPE, ...PUBLIC, STRIPE_SECRET_KEY: 'rk_test_1' },
      ['STRIPE_SECRET_KEY is a test key'],
    ],
    [{ ...DATABASE, ...STRIPE, ...PUBLIC, STRIPE_SECRET_KEY: 'rk_live_1' }, []],
    [{ ...DATABASE, PAYMENTS_SANDBOX: '1' }, ['test payment system']],
    [{ ...DATABASE, ...STRIPE, ...BESIDE }, ['test payment system']],
    [{ ...BTCPAY, PAYMENTS_SANDBOX: '0' }, ['embedded database: one machine, no replica. Back up /']],
    [STRIPE, ['embedded database']],
    [{ ...STRIPE, ...BESIDE }, ['test payment system', 'embedded database']],
  ])('%j says at the start %j', (settings, sentences) => {
    const warnings = paymentWarnings(readConfig(settings)).map(({ sentence }) => sentence);
    expect(warnings).toEqual(sentences.map((sentence) => expect.stringContaining(sentence)));
  });
});

test('what an operator has probably forgotten is said at the start, and nothing of a demonstration', () => {
  const real = {
    DATABASE_URL: 'postgres://u@db/one',
    APP_SECRET: 'only for tests: 32 characters and more',
    PUBLIC_URL: 'https://one.example.net',
    TRUST_PROXY: '1',
    SMTP_URL: 'smtp://mail.example.net',
    MAIL_FROM: 'ONE RP <no-reply@example.net>',
    SUPPORT_EMAIL: 'help@example.net',
    SELLER: 'Night Shift Ltd, 1 Example Street, No. 123',
  };
  const warningsWith = (changes: Record<string, string>) =>
    operatorWarnings(readConfig({ ...real, ...changes })).map(({ sentence }) => sentence.split(' ')[0]);
  expect(warningsWith({})).toEqual([]);
  expect(warningsWith({ PUBLIC_URL: '', TRUST_PROXY: '' })).toEqual(['PUBLIC_URL']);
  expect(warningsWith({ PUBLIC_URL: 'http://one.example.net' })).toEqual(['PUBLIC_URL']);
  expect(warningsWith({ TRUST_PROXY: '0' })).toEqual(['TRUST_PROXY']);
  expect(warningsWith({ SMTP_URL: '' })).toEqual(['SMTP_URL']);
  expect(warningsWith({ SELLER: '' })).toEqual(['SELLER']);
  const embedded = { DATABASE_URL: '', APP_SECRET: '', DEMO: '0' };
  expect(warningsWith(embedded)).toEqual(['DATA_DIR']);
  expect(warningsWith({ ...embedded, DATA_DIR: '../one-rp-data' })).toEqual([]);
  const link = join(mkdtempSync(join(tmpdir(), 'one-rp-link-')), 'site');
  symlinkSync(projectRoot, link);
  expect(warningsWith({ ...embedded, DATA_DIR: join(link, 'src') })).toEqual(['DATA_DIR']);
  rmSync(dirname(link), { recursive: true });
  expect(warningsWith({ MAIL_FROM: '', SUPPORT_EMAIL: '' })).toEqual(['MAIL_FROM', 'SUPPORT_EMAIL']);
  expect(operatorWarnings(readConfig({}))).toEqual([]);
});
