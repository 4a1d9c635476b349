import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Approval } from '#/contract/operator/approvals.ts';
import { DEFAULT_LIMITS, LIMIT_UNITS } from '#/contract/operator/limits.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { reason } from '#/contract/operator/people.ts';
import { OPERATOR_ROLES, PERMISSIONS } from '#/contract/operator/permissions.ts';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { operatorAct } from '#/server/areas/operator/calls/operatorAct.ts';
import { approve as approveNow } from '#/server/domain/operators/decideApproval.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { codeOf } from '../../../../support/players/mailedLinks.ts';
import { createOperator, type TestOperator } from '../../../../support/players/operators.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Puts coins on a pile of the tests: 500 a day by support, 5000 by a manager, any number by an owner. */
const addCoins = {
  method: 'POST',
  path: '/api/operator/v1/piles',
  needs: 'players.grant',
  act: true,
  body: z.strictObject({ pile: z.int(), coins: z.int(), version: z.optional(z.int()), reason }),
  reply: z.object({ coins: z.int() }),
} as const;

let site: TestApp;
let owner: TestOperator;
let second: TestOperator;
let manager: TestOperator;
let support: TestOperator;
let pile = 0;

async function add(tx: NodePgDatabase, input: { pile: number; coins: number; version?: number | undefined }) {
  const { rows } = await tx.execute<{ coins: number; version: number }>(
    sql`UPDATE piles SET coins = coins + ${input.coins}, version = version + 1 WHERE id = ${input.pile}
        RETURNING coins, version`,
  );
  const { coins, version } = rows[0]!;
  if (input.version !== undefined && input.version !== version - 1) fail('operatorChanged');
  return {
    reply: { coins },
    target: { type: 'pile', id: String(input.pile), version: version - 1 },
    before: { coins: coins - input.coins },
    after: { coins },
    amount: input.coins,
  };
}

beforeAll(async () => {
  site = await createTestApp({
    serveMore: (app, deps) =>
      operatorAct(app, deps, addCoins, 'coinsGranted', (tx, { body }) => add(tx, body)),
  });
  await site.pool.query(
    'CREATE TABLE piles (id int PRIMARY KEY, coins int NOT NULL DEFAULT 0, version int NOT NULL DEFAULT 1)',
  );
});
beforeEach(async () => {
  site.advanceMs(DAY_MS);
  [owner, second, manager, support] = [
    await createOperator(site, 'owner'),
    await createOperator(site, 'owner'),
    await createOperator(site, 'manager'),
    await createOperator(site, 'support'),
  ];
  pile += 1;
  await site.pool.query('INSERT INTO piles (id) VALUES ($1)', [pile]);
});
afterAll(() => site.close());

const {
  approvals,
  approve,
  audit,
  changeLimits,
  changeStaff,
  decline,
  limits,
  switchSecondPerson,
  withdraw,
} = operatorCalls;
const give = (
  by: TestOperator,
  coins: number,
  more: { key?: string; suffix?: '/preview'; body?: object } = {},
) =>
  by.browser.call(addCoins, {
    body: { pile, coins, reason: 'won the event', ...more.body },
    ...(more.suffix && { suffix: more.suffix }),
    ...(more.key && { headers: { [IDEMPOTENCY_HEADER]: more.key } }),
  });
const coinsOf = async (): Promise<number> =>
  (await site.pool.query('SELECT coins FROM piles WHERE id = $1', [pile])).rows[0].coins;
const asked = async (coins = 6000): Promise<number> => (await give(manager, coins)).json().pending.id;
const decide = (by: TestOperator, call: typeof approve | typeof decline | typeof withdraw, id: number) =>
  by.browser.call(call, {
    params: { id: String(id) },
    body: call === decline ? { reason: 'not with us' } : {},
  });
const listed = async (by: TestOperator): Promise<{ toDecide: Approval[]; own: Approval[] }> =>
  (await by.browser.call(approvals)).json();
const stateOf = async (id: number) => (await listed(manager)).own.find((one) => one.id === id)?.state;
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
    expect((await give(manager, 5000, { suffix: '/preview' })).json()).toEqual({
      before: { coins: 0 },
      after: { coins: 5000 },
    });
    expect((await give(manager, 5000)).json()).toEqual({ coins: 5000 });
    expect((await give(manager, 1, { suffix: '/preview' })).json()).toMatchObject({
      needsSecondPerson: true,
    });
    const answer = await give(manager, 1);
    expect(answer.statusCode).toBe(202);
    expect(answer.json()).toEqual({
      pending: {
        id: expect.any(Number),
        expiresAt: new Date(site.deps.now().getTime() + DAY_MS).toISOString(),
      },
    });
    expect(await coinsOf()).toBe(5000);
    expect(await newestAct()).toMatchObject({
      act: 'approvalAsked',
      operator: 'manager',
      reason: 'won the event',
    });
    expect((await give(owner, 50_000)).json()).toEqual({ coins: 55_000 });
  });

  test('O5 of 200 acts at once as many are done as the day allows', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => give(support, 10)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(50);
    expect(answers.filter(({ statusCode }) => statusCode === 202)).toHaveLength(150);
    expect(await coinsOf()).toBe(500);
    site.advanceMs(DAY_MS);
    const { rows } = await site.pool.query(`SELECT amount FROM operator_spent WHERE operator_id = $1`, [
      support.id,
    ]);
    expect(rows).toEqual([{ amount: '500' }]);
  });

  test('O5 the day is that of the database, and the next one begins anew', async () => {
    expect((await give(support, 500)).statusCode).toBe(200);
    expect((await give(support, 1)).statusCode).toBe(202);
    site.advanceMs(DAY_MS);
    const { browser } = await createOperator(site, 'owner');
    await site.pool.query(
      `UPDATE operator_sessions SET last_seen_at = $2, expires_at = $2::timestamptz + interval '1 hour', proven_at = $2
       WHERE operator_id = $1`,
      [support.id, site.deps.now()],
    );
    expect((await give(support, 500)).statusCode).toBe(200);
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
    expect([(await give(support, 21)).statusCode, (await give(support, 20)).statusCode]).toEqual([202, 200]);
    expect((await give(support, 11)).statusCode).toBe(202);
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
    expect((await give(manager, 9000, { suffix: '/preview' })).json()).not.toHaveProperty(
      'needsSecondPerson',
    );
    expect((await give(manager, 9000)).json()).toEqual({ coins: 9000 });
    expect((await newestAct()).after).toEqual({ coins: 9000, secondPerson: 'notAsked' });
    await turn(true);
    expect((await give(manager, 9000)).statusCode).toBe(202);
  });
});

describe('O5 a request', () => {
  test('O5 is seen by those who may decide it, with what it would do', async () => {
    const id = await asked();
    const { toDecide, own } = await listed(owner);
    expect(own).toEqual([]);
    expect(toDecide.find((one) => one.id === id)).toMatchObject({
      act: 'coinsGranted',
      asker: 'manager',
      amount: 6000,
      unit: 'coins',
      before: { coins: 0 },
      after: { coins: 6000 },
      reason: 'won the event',
      state: 'waiting',
    });
    expect((await listed(support)).toDecide).toEqual([]);
    expect((await listed(manager)).toDecide).toEqual([]);
    expect(await stateOf(id)).toBe('waiting');
    const preview = await owner.browser.call(approve, {
      params: { id: String(id) },
      body: {},
      suffix: '/preview',
    });
    expect(preview.json()).toEqual({ before: { coins: 0 }, after: { coins: 6000 } });
    expect(await coinsOf()).toBe(0);
  });

  test('O5 is done when it is approved, with both names in the log', async () => {
    const id = await asked();
    expect((await decide(owner, approve, id)).json()).toMatchObject({
      state: 'approved',
      decidedBy: 'owner',
    });
    expect(await coinsOf()).toBe(6000);
    expect(await newestAct()).toMatchObject({
      act: 'coinsGranted',
      operator: 'manager',
      approvedBy: 'owner',
      reason: 'won the event',
      after: { coins: 6000 },
    });
    const { rows } = await site.pool.query('SELECT input FROM approvals WHERE id = $1', [id]);
    expect(rows).toEqual([{ input: null }]);
  });

  test('O5 is stored once under its key', async () => {
    const key = `key-of-request-${pile}`;
    const answers = await Promise.all([1, 2, 3].map(() => give(manager, 6000, { key })));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect((await listed(manager)).own).toHaveLength(1);
  });

  test('O5 of two who approve at once one does it', async () => {
    const id = await asked();
    const answers = await Promise.all([owner, second].map((by) => decide(by, approve, id)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(codeOf(answers.find(({ statusCode }) => statusCode === 409)!)).toBe('approvalEnded');
    expect(await coinsOf()).toBe(6000);
  });

  test('O5 is not approved by its asker, also when they have become an owner', async () => {
    const id = await asked();
    expect(codeOf(await decide(manager, approve, id))).toBe('operatorForbidden');
    await site.pool.query(`UPDATE operators SET role = 'owner' WHERE id = $1`, [manager.id]);
    expect(codeOf(await decide(manager, approve, id))).toBe('operatorForbidden');
    expect(codeOf(await decide(manager, decline, id))).toBe('operatorForbidden');
    expect(await coinsOf()).toBe(0);
  });

  test('O5 is approved by nobody whose own limit ends there, and refusals are in the log', async () => {
    const id = await asked();
    for (const call of [approve, decline, withdraw])
      expect(codeOf(await decide(support, call, id))).toBe('operatorForbidden');
    expect(await newestAct()).toMatchObject({ act: 'operatorRefused', operator: 'support' });
    expect(codeOf(await decide(owner, withdraw, id))).toBe('operatorForbidden');
  });

  test('O5 needs a fresh code to be approved', async () => {
    const id = await asked();
    site.advanceMs(11 * 60_000);
    expect(codeOf(await decide(owner, approve, id))).toBe('proofNeeded');
    expect((await decide(owner, decline, id)).json()).toMatchObject({
      state: 'declined',
      decision: 'not with us',
    });
  });

  test('O5 ends when its target has changed', async () => {
    const ids = [await asked(), (await give(manager, 6000, { body: { version: 1 } })).json().pending.id];
    await give(owner, 1);
    for (const id of ids) {
      expect(codeOf(await decide(owner, approve, id))).toBe('operatorChanged');
      expect(await stateOf(id)).toBe('changed');
      expect(codeOf(await decide(owner, approve, id))).toBe('approvalEnded');
    }
    expect(await coinsOf()).toBe(1);
  });

  test('O5 lapses after 24 hours', async () => {
    const id = await asked();
    site.advanceMs(DAY_MS);
    [owner, manager] = [await createOperator(site, 'owner'), manager];
    expect(codeOf(await decide(owner, approve, id))).toBe('approvalEnded');
    expect((await listed(owner)).toDecide.map((one) => one.id)).not.toContain(id);
    expect(await coinsOf()).toBe(0);
  });

  test('O5 is not done by an approver who was disabled meanwhile', async () => {
    const id = await asked();
    await site.pool.query(`UPDATE operators SET state = 'disabled' WHERE id = $1`, [second.id]);
    const by = { operatorId: second.id, requestId: 'late', network: '' };
    await expect(
      approveNow(site.deps, site.app.operatorActs, { id, by, reason: null }),
    ).rejects.toMatchObject({ code: 'operatorForbidden' });
    expect(await stateOf(id)).toBe('waiting');
  });

  test.each([`role = 'viewer'`, `state = 'disabled'`])(
    'O5 ends when its asker has %s meanwhile',
    async (change) => {
      const id = await asked();
      await site.pool.query(`UPDATE operators SET ${change} WHERE id = $1`, [manager.id]);
      expect(codeOf(await decide(owner, approve, id))).toBe('approvalEnded');
      const { rows } = await site.pool.query('SELECT state FROM approvals WHERE id = $1', [id]);
      expect(rows).toEqual([{ state: 'lapsed' }]);
      expect(await coinsOf()).toBe(0);
    },
  );

  test('O5 is declined with a reason, or withdrawn by its asker', async () => {
    const [first, next] = [await asked(), await asked()];
    expect((await decide(owner, decline, first)).json()).toMatchObject({
      state: 'declined',
      decidedBy: 'owner',
    });
    expect(await newestAct()).toMatchObject({ act: 'approvalDeclined', reason: 'not with us' });
    expect((await decide(manager, withdraw, next)).json()).toMatchObject({ state: 'withdrawn' });
    for (const id of [first, next]) expect(codeOf(await decide(owner, approve, id))).toBe('approvalEnded');
    expect(await coinsOf()).toBe(0);
  });
});
