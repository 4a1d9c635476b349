import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#/contract/calls/endpoint.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import { begun, changeTo, enterCode } from '../../../support/access/reset.ts';
import { lateRequest, SLOW_BODIES } from '../../../support/app/lateBodies.ts';
import { statusesOf } from '../../../support/app/rawRequests.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { bearerOf, createMember } from '../../../support/players/settings.ts';
import { samplePath } from '../../../support/tools/samplePath.ts';

const CALLS = Object.values<Endpoint>(endpoints).filter(
  ({ method, access }) => method !== 'GET' && access === 'session',
);

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp({ httpLimits: SLOW_BODIES });
});
afterAll(() => site.close());

test('SE2 a call whose body is held back until a recovery has ended its session does nothing', async () => {
  expect(CALLS.length).toBeGreaterThan(20);
  const member = await createMember(site);
  const { browser, code } = await begun(site, member);
  await enterCode(browser, member.email, code);
  const headers = await bearerOf(site, member.login);
  const finish = new Map<string, () => Promise<string>>();
  for (const endpoint of CALLS) {
    const { method } = endpoint;
    const path = samplePath(endpoint);
    finish.set(`${method} ${path}`, await lateRequest(site, 'sessions', { method, path, headers }));
  }
  expect((await changeTo(browser, member.email, code)).statusCode).toBe(200);
  for (const [call, send] of finish) expect([call, ...statusesOf(await send())]).toEqual([call, 401]);
});
