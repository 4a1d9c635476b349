import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyOperatorCall } from '#/contract/operator/everyOperatorCall.ts';
import { mailCalls } from '#/contract/operator/mailCalls.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { LOOKS_BY_DAY, PLAYER_EXPORTS_BY_DAY } from '#/server/domain/operators/operatorLimits.ts';
import type { RateLimit } from '#/server/platform/kernel/rateLimit.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { createOperator, type TestOperator } from '../../../../support/desks/operators.ts';
import { mailRow, queueSample } from '../../../../support/services/mailDesk.ts';
import { OrderDesk } from '../../../../support/desks/orderDesk.ts';

let site: TestApp;
let order: string;
let playerId: string;
let mailId: string;

const { orderPersonal, playerPersonal, searchEmail, exportPlayer } = operatorCalls;
const { mailPersonal } = mailCalls;
const CALLS = {
  orderPersonal: (by: TestOperator) => by.browser.call(orderPersonal, { params: { id: order } }),
  playerPersonal: (by: TestOperator) => by.browser.call(playerPersonal, { params: { id: playerId } }),
  mailPersonal: (by: TestOperator) => by.browser.call(mailPersonal, { params: { id: mailId } }),
  searchEmail: (by: TestOperator) => by.browser.call(searchEmail, { body: { email: 'nobody@example.org' } }),
};

beforeAll(async () => {
  site = await createTestApp();
  const { id, player } = await new OrderDesk(site).paid();
  order = id;
  playerId = String(player.accountId);
  await queueSample(site, 'looked at');
  mailId = (await mailRow(site, 'looked at')).id;
});
afterAll(() => site.close());

/** Sets the counters of a limit to what is allowed. */
const useUp = ({ name, limit }: RateLimit) =>
  site.pool.query('UPDATE budgets SET used = $1 WHERE name = $2', [limit, name]);

test('O6 every call that shows personal data counts as a look', () => {
  const showing = Object.entries(everyOperatorCall)
    .filter(([, endpoint]) => endpoint.needs === 'see.personal')
    .map(([name]) => name);
  expect(Object.keys(CALLS).toSorted()).toEqual(showing.toSorted());
});

test.each(Object.entries(CALLS))(
  'O6 %s is refused after the looks of a day, and is not audited then',
  async (_, look) => {
    const [support, other] = [await createOperator(site, 'support'), await createOperator(site, 'support')];
    expect((await look(support)).statusCode).toBe(200);
    await useUp(LOOKS_BY_DAY);
    const audited = async () =>
      Number(
        (await site.pool.query(`SELECT count(*) FROM audit WHERE operator_id = $1`, [support.id])).rows[0]
          .count,
      );
    const before = await audited();
    const refused = await look(support);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await audited()).toBe(before);
    expect((await look(other)).statusCode).toBe(200);
  },
);

test('O6 O15 files with all data of a player are limited for each operator', async () => {
  const owner = await createOperator(site, 'owner');
  const body = { askedOn: '2026-11-01', locale: 'en' as const, reason: 'asked by e-mail' };
  const make = () => owner.browser.call(exportPlayer, { params: { id: playerId }, body });
  expect((await make()).statusCode).toBe(200);
  await useUp(PLAYER_EXPORTS_BY_DAY);
  expect((await make()).statusCode).toBe(429);
});
