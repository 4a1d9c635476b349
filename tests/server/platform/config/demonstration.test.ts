import { expect, test } from 'vitest';
import { readConfig } from '#/server/platform/config/config.ts';
import { ConfigError } from '#/server/platform/config/configError.ts';
import { operatorWarnings } from '#/server/platform/config/operatorWarnings.ts';
import { hasOutboxPages } from '#/server/demo/outboxPages.ts';
import { paymentWarnings } from '#/server/domain/payments/paymentWarnings.ts';
import { isUrlOfThisMachine } from '#/server/platform/config/thisMachine.ts';

const STRIPE = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec' };
const BTCPAY = {
  BTCPAY_URL: 'https://pay.example',
  BTCPAY_STORE_ID: 'Store1',
  BTCPAY_API_KEY: 'key',
  BTCPAY_WEBHOOK_SECRET: 'secret',
};
const DATABASE = {
  DATABASE_URL: 'postgres://u@db/one',
  APP_SECRET: 'only for tests: 32 characters and more',
};
const PUBLIC = { PUBLIC_URL: 'https://one.example' };
const NAMED = { PAYMENTS_SANDBOX: '1', PAYMENT_METHODS: 'litecoin=sandbox' };

/**
 * The features that give strangers something for free, as letters: demonstration, test payments, playground, outbox
 * pages.
 */
function partsOf(env: Record<string, string>, mode: 'production' | 'development' = 'production'): string {
  const config = readConfig(env, mode);
  const { isDemo, hasPlayground, payments } = config;
  const parts = { D: isDemo, T: payments.hasSandbox, P: hasPlayground, O: hasOutboxPages(config) };
  return Object.entries(parts)
    .filter(([, isOn]) => isOn)
    .map(([letter]) => letter)
    .join('');
}

test.each<[string, Record<string, string>, 'production' | 'development', string]>([
  ['tried on this machine', {}, 'production', 'DTO'],
  ['developed on this machine', {}, 'development', 'DTPO'],
  ['every address of this machine', { PUBLIC_URL: 'http://127.1:3000' }, 'production', 'DTO'],
  ['listening to all, without an address', { HOST: '0.0.0.0' }, 'production', 'DTO'],
  ['no demonstration', { DEMO: '0' }, 'production', ''],
  ['an own database', DATABASE, 'production', ''],
  ['Stripe and the embedded database', STRIPE, 'production', ''],
  ['BTCPay and the embedded database', BTCPAY, 'production', ''],
  ['both', { ...STRIPE, ...BTCPAY }, 'production', ''],
  ['Stripe while it is developed', STRIPE, 'development', ''],
  ['an address for strangers', PUBLIC, 'production', ''],
  ['an address for strangers, developed', PUBLIC, 'development', ''],
  [
    'a name that only begins like this machine',
    { PUBLIC_URL: 'https://localhost.example' },
    'production',
    '',
  ],
  ['a number that only begins like this machine', { PUBLIC_URL: 'https://127.example' }, 'production', ''],
  ['the address of a network', { PUBLIC_URL: 'http://192.168.1.5:3000' }, 'production', ''],
  ['a host for strangers', { HOST: '203.0.113.7' }, 'production', ''],
  ['the demonstration by name, for strangers', { ...PUBLIC, DEMO: '1' }, 'production', 'D'],
  ['the test system by name, for strangers', { ...PUBLIC, PAYMENTS_SANDBOX: '1' }, 'production', 'T'],
  ['the playground by name, for strangers', { ...PUBLIC, PLAYGROUND: '1' }, 'production', 'P'],
  ['all by name, for strangers', { ...PUBLIC, DEMO: '1', PAYMENTS_SANDBOX: '1' }, 'production', 'DT'],
  ['the demonstration by name, with Stripe', { ...STRIPE, DEMO: '1' }, 'production', 'DO'],
  ['the test system by name and method, with Stripe', { ...STRIPE, ...NAMED }, 'production', 'T'],
  ['an own database, the demonstration by name', { ...DATABASE, DEMO: '1' }, 'production', 'DTO'],
])('SE8 %s', (_, env, mode, parts) => {
  expect(partsOf(env, mode)).toBe(parts);
});

test('SE8 beside a real provider the test system needs a method that is named for it', () => {
  for (const real of [STRIPE, BTCPAY]) {
    const env = { ...real, PAYMENTS_SANDBOX: '1' };
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(/gives goods for no money: leave it out, or name/);
    expect(() => readConfig({ ...env, PAYMENT_METHODS: 'advcash=sandbox' })).not.toThrow();
  }
});

test.each([
  [{}, []],
  [{ HOST: '0.0.0.0' }, ['demonstration']],
  [{ TRUST_PROXY: '1' }, ['demonstration']],
  [{ ...PUBLIC, DEMO: '1' }, ['demonstration']],
  [{ ...STRIPE, DEMO: '1' }, ['demonstration', 'embedded database']],
  [{ ...PUBLIC, DEMO: '1', PAYMENTS_SANDBOX: '1' }, ['demonstration', 'test payment system']],
  [{ ...STRIPE, ...NAMED, DEMO: '1' }, ['demonstration', 'test payment system', 'embedded database']],
  [{ ...STRIPE, DEMO: '0' }, ['embedded database']],
])('SE8 what strangers may have by name is said at the start: %j', (env, words) => {
  const config = readConfig(env);
  const said = [...operatorWarnings(config), ...paymentWarnings(config)]
    .map(({ sentence }) => sentence)
    .filter((sentence) => /demonstration|test payment|embedded/.test(sentence));
  expect(said).toEqual(words.map((word) => expect.stringContaining(word)));
});

test.each([
  ['http://localhost:3000', true],
  ['http://LOCALHOST', true],
  ['http://site.localhost', true],
  ['http://127.0.0.1', true],
  ['http://0x7f.1', true],
  ['http://2130706433', true],
  ['http://[::1]:80', true],
  ['http://[0:0:0:0:0:0:0:1]', true],
  ['http://localhost.example', false],
  ['http://127.0.0.1.example', false],
  ['http://user@one.example', false],
  ['http://localhost@one.example', false],
  ['http://128.0.0.1', false],
  ['http://[::2]', false],
])('SE8 %s is an address of this machine: %s', (url, isHere) => {
  expect(isUrlOfThisMachine(url)).toBe(isHere);
});

test.each<[string, Record<string, string>, boolean]>([
  ['tried on this machine', {}, true],
  ['an own database, the demonstration by name', { ...DATABASE, DEMO: '1' }, true],
  ['switched off', { DEMO_HISTORY: '0' }, false],
  ['no demonstration', { DEMO: '0', DEMO_HISTORY: '1' }, false],
  ['without the test system', { PAYMENTS_SANDBOX: '0', DEMO_HISTORY: '1' }, false],
  ['the demonstration by name, for strangers', { ...PUBLIC, DEMO: '1', DEMO_HISTORY: '1' }, false],
  ['the demonstration by name, with Stripe', { ...STRIPE, DEMO: '1', DEMO_HISTORY: '1' }, false],
])('SE18 a made-up history: %s', (_, env, isWritten) => {
  expect(readConfig(env).hasDemoHistory).toBe(isWritten);
});
