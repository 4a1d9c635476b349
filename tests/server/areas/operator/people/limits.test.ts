import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS, LIMIT_UNITS } from '#/contract/operator/people/limits.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { OPERATOR_ROLES, PERMISSIONS } from '#/contract/operator/people/permissions.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createOperator, type TestOperator } from '../../../../support/desks/operators.ts';
import { createSiteWithPiles, Pile } from '../../../../support/players/piles.ts';
import type { TestApp } from '../../../../support/app/testApp.ts';

const DAY_MS = 24 * 60 * 60_000;

let site: TestApp;
let owner: TestOperator;
let manager: TestOperator;
let support: TestOperator;
let pile: Pile;
beforeAll(async () => {
  site = await createSiteWithPiles();
});
beforeEach(async () => {
  site.advanceMs(DAY_MS);
  owner = await createOperator(site, 'owner');
  manager = await createOperator(site, 'manager');
  support = await createOperator(site, 'support');
  pile = await Pile.create(site);
});
afterAll(() => site.close());

const { audit, changeLimits, changeStaff, limits, switchSecondPerson } = operatorCalls;
const newestAct = async () => (await owner.browser.call(audit)).json().entries[0];

describe('O5 limits', () => {
  test('O5 everything that is limited for a role has a unit and a limit, and nothing else has', () => {
    for (const [permission, rule] of Object.entries(PERMISSIONS))
      for (const role of OPERATOR_ROLES) {
        const isLimited = rule[role] === 'limited';
        const defaults = (DEFAULT_LIMITS as Record<string, object>)[permission] ?? {};
        expect(role in defaults, `${permission} ${role}`).toBe(isLimited);
        if (isLimited) expect(LIMIT_UNITS).toHaveProperty([permission]);
      }
  });

  test('O5 within the limit an act is done, beyond it nothing is, and the preview says so', async () => {
    expect((await pile.give(manager, 5000, { suffix: '/preview' })).json()).toEqual({
      before: { coins: 0 },
      after: { coins: 5000 },
    });
    expect((await pile.give(manager, 5000)).json()).toEqual({ coins: 5000 });
    expect((await pile.give(manager, 1, { suffix: '/preview' })).json()).toMatchObject({
      needsSecondPerson: true,
    });
    const answer = await pile.give(manager, 1);
    expect(answer.statusCode).toBe(202);
    expect(answer.json()).toEqual({
      pending: {
        id: expect.any(Number),
        expiresAt: new Date(site.deps.now().getTime() + DAY_MS).toISOString(),
      },
    });
    expect(await pile.coins()).toBe(5000);
    expect(await newestAct()).toMatchObject({
      act: 'approvalAsked',
      operator: 'manager',
      reason: 'won the event',
    });
    expect((await pile.give(owner, 50_000)).json()).toEqual({ coins: 55_000 });
  });

  test('O5 of 200 acts at once as many are done as the day allows', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => pile.give(support, 10)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(50);
    expect(answers.filter(({ statusCode }) => statusCode === 202)).toHaveLength(150);
    expect(await pile.coins()).toBe(500);
    site.advanceMs(DAY_MS);
    const { rows } = await site.pool.query(`SELECT amount FROM operator_spent WHERE operator_id = $1`, [
      support.id,
    ]);
    expect(rows).toEqual([{ amount: '500' }]);
  });

  test('O5 the day is that of the database, and the next one begins anew', async () => {
    expect((await pile.give(support, 500)).statusCode).toBe(200);
    expect((await pile.give(support, 1)).statusCode).toBe(202);
    site.advanceMs(DAY_MS);
    const { browser } = await createOperator(site, 'owner');
    await site.pool.query(
      `UPDATE operator_sessions SET last_seen_at = $2, expires_at = $2::timestamptz + interval '1 hour', proven_at = $2
       WHERE operator_id = $1`,
      [support.id, site.deps.now()],
    );
    expect((await pile.give(support, 500)).statusCode).toBe(200);
    const { limits: all } = (await browser.call(limits)).json();
    expect(
      all.find(
        (one: { operatorId: number; permission: string }) =>
          one.operatorId === support.id && one.permission === 'players.grant',
      ),
    ).toMatchObject({
      unit: 'coins',
      perDay: 500,
      isDefault: true,
      doneToday: 500,
    });
  });

  test('O5 an owner changes a limit; with another role it is that of the role again', async () => {
    const change = (more: object) =>
      owner.browser.call(changeLimits, {
        params: { id: String(support.id) },
        body: {
          permission: 'players.grant',
          perAct: 20,
          perDay: 30,
          version: 1,
          reason: 'is new here',
          ...more,
        },
      });
    expect((await change({})).json()).toMatchObject({ id: support.id, version: 2 });
    expect(await newestAct()).toMatchObject({
      act: 'changeLimits',
      before: { permission: 'players.grant', perAct: null, perDay: 500 },
      after: { permission: 'players.grant', perAct: 20, perDay: 30 },
    });
    expect([(await pile.give(support, 21)).statusCode, (await pile.give(support, 20)).statusCode]).toEqual([
      202, 200,
    ]);
    expect((await pile.give(support, 11)).statusCode).toBe(202);
    expect(codeOf(await change({}))).toBe('operatorChanged');
    expect((await change({ version: 2, permission: 'players.correct' })).json().errors).toEqual({
      permission: 'badRequest',
    });
    for (const [role, version] of [
      ['manager', 2],
      ['support', 3],
    ] as const)
      await owner.browser.call(changeStaff, {
        params: { id: String(support.id) },
        body: { role, version, isDisabled: false, reason: 'moves around' },
      });
    const { rows } = await site.pool.query('SELECT * FROM operator_limits WHERE operator_id = $1', [
      support.id,
    ]);
    expect(rows).toEqual([]);
  });

  test('O5 an owner switches the second person off, and the log says so with each act', async () => {
    const turn = (isAsked: boolean) =>
      owner.browser.call(switchSecondPerson, { body: { isAsked, reason: 'one of us is away' } });
    expect((await turn(false)).json()).toEqual({ isAsked: false });
    expect((await pile.give(manager, 9000, { suffix: '/preview' })).json()).not.toHaveProperty(
      'needsSecondPerson',
    );
    expect((await pile.give(manager, 9000)).json()).toEqual({ coins: 9000 });
    expect((await newestAct()).after).toEqual({ coins: 9000, secondPerson: 'notAsked' });
    await turn(true);
    expect((await pile.give(manager, 9000)).statusCode).toBe(202);
  });
});
