import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { banner } from '#/server/banner.ts';
import { wayInForOwner } from '#/server/demo/demoOwner.ts';
import { readConfig } from '#/server/platform/config/config.ts';
import { codeAt } from '../../support/access/authenticator.ts';
import { codeOf } from '../../support/access/mailedLinks.ts';
import { OPERATOR_PASSWORD, OperatorBrowser } from '../../support/desks/operators.ts';
import { createTestApp, type TestApp } from '../../support/app/testApp.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const { acceptInvitation, invitation } = operatorCalls;
const tokenOf = (address = '') => address.split('#')[1] ?? '';

test('O1 a demonstration prints a fresh link at each start until its owner has come in', async () => {
  const [first, second] = [await wayInForOwner(site.deps), await wayInForOwner(site.deps)];
  expect(first).toMatch(/\/operator\/invitation#[\w-]{43}$/);
  const browser = new OperatorBrowser(site);
  const look = (address?: string) => browser.call(invitation, { body: { token: tokenOf(address) } });
  expect(codeOf(await look(first))).toBe('invitationInvalid');
  const { secret, role } = (await look(second)).json();
  expect(role).toBe('owner');
  const body = { token: tokenOf(second), password: OPERATOR_PASSWORD, code: codeAt(site.deps, secret) };
  expect((await browser.call(acceptInvitation, { body })).statusCode).toBe(200);
  expect(await wayInForOwner(site.deps)).toBe(`${site.deps.config.publicUrl}/operator`);
  expect((await browser.load()).operator).not.toBeNull();
  const { config } = site.deps;
  const off = { ...config, operator: { ...config.operator, isServed: false } };
  expect(await wayInForOwner({ ...site.deps, config: off })).toBeUndefined();
});

test('O1 the banner shows the way in, and only a demonstration serves the place unasked', async () => {
  const { config, gameServers, mail, payments } = site.deps;
  const deps = { gameServers, mail, payments };
  expect(banner(config, deps, 'https://one.example/operator')).toContain('https://one.example/operator');
  expect(banner(config, deps)).not.toContain('/operator');
  const isServed = (more: Record<string, string>) =>
    readConfig({ NODE_ENV: 'test', ...more }).operator.isServed;
  expect([
    isServed({ DEMO: '1' }),
    isServed({ DEMO: '0' }),
    isServed({ DEMO: '1', OPERATOR: '0' }),
    isServed({ DEMO: '0', OPERATOR: '1' }),
  ]).toEqual([true, false, false, true]);
});
