import { sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyOperatorCall } from '#/contract/operator/everyOperatorCall.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { OperatorEndpoint } from '#/contract/operator/people/operatorEndpoint.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createPlayer } from '../../../../support/app/factories.ts';
import { heldOpen } from '../../../../support/app/heldOpen.ts';
import { lateRequest, SLOW_BODIES } from '../../../../support/app/lateBodies.ts';
import { statusesOf } from '../../../../support/app/rawRequests.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { createOperator, type TestOperator } from '../../../../support/desks/operators.ts';
import { balanceOf } from '../../../../support/players/shopping.ts';

const CALLS = Object.values<OperatorEndpoint>(everyOperatorCall).filter(
  ({ method, needs }) => method !== 'GET' && needs !== 'page',
);

const WAITING = `SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp({ httpLimits: SLOW_BODIES });
});
afterAll(() => site.close());

/** Disables an operator, as another owner. */
async function disable({ id }: TestOperator): Promise<void> {
  const { browser } = await createOperator(site, 'owner');
  const body = { role: 'viewer', isDisabled: true, version: 1, reason: 'has left the team' };
  const params = { id: String(id) };
  expect((await browser.call(operatorCalls.changeStaff, { params, body })).statusCode).toBe(200);
}

test('O3 a call whose body is held back until its operator is disabled does nothing', async () => {
  expect(CALLS.length).toBeGreaterThan(40);
  const leaving = await createOperator(site, 'owner');
  const headers = await leaving.browser.headers();
  const finish = new Map<string, () => Promise<string>>();
  for (const { method, path: pattern, query } of CALLS) {
    const path = pattern.replaceAll(/\{\w+\}/g, '1') + (query ? '?kind=cases' : '');
    finish.set(`${method} ${path}`, await lateRequest(site, 'operator_sessions', { method, path, headers }));
  }
  await disable(leaving);
  for (const [call, send] of finish) expect([call, ...statusesOf(await send())]).toEqual([call, 401]);
});

test('O3 an act that waits for its player does nothing if its operator is disabled meanwhile', async () => {
  const leaving = await createOperator(site, 'owner');
  const { accountId } = await createPlayer(site.deps);
  let answer: Promise<LightMyRequestResponse> | undefined;
  await heldOpen(site.pool, async (tx) => {
    await tx.execute(sql`SELECT FROM accounts WHERE id = ${accountId} FOR UPDATE`);
    return async () => {
      const body = { gift: { what: 'coins', count: 500 }, reason: 'a farewell present' };
      answer = leaving.browser.call(operatorCalls.grantPlayer, { params: { id: String(accountId) }, body });
      await expect
        .poll(async () => (await site.pool.query(WAITING)).rowCount, { interval: 5 })
        .toBeGreaterThan(0);
      await disable(leaving);
    };
  });
  expect(codeOf(await answer!)).toBe('sessionRequired');
  expect(await balanceOf(site, accountId)).toBe(0);
});
