import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Approval } from '#/contract/operator/people/approvals.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { approve as approveNow } from '#/server/domain/operators/decideApproval.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createOperator, type TestOperator } from '../../../../support/desks/operators.ts';
import { createSiteWithPiles, Pile } from '../../../../support/players/piles.ts';
import type { TestApp } from '../../../../support/app/testApp.ts';

const DAY_MS = 24 * 60 * 60_000;

let site: TestApp;
let owner: TestOperator;
let second: TestOperator;
let manager: TestOperator;
let support: TestOperator;
let pile: Pile;
beforeAll(async () => {
  site = await createSiteWithPiles();
});
beforeEach(async () => {
  site.advanceMs(DAY_MS);
  owner = await createOperator(site, 'owner');
  second = await createOperator(site, 'owner');
  manager = await createOperator(site, 'manager');
  support = await createOperator(site, 'support');
  pile = await Pile.create(site);
});
afterAll(() => site.close());

const { approvals, approve, audit, decline, withdraw } = operatorCalls;
const asked = async (coins = 6000): Promise<number> => (await pile.give(manager, coins)).json().pending.id;
const decide = (by: TestOperator, call: typeof approve | typeof decline | typeof withdraw, id: number) =>
  by.browser.call(call, {
    params: { id: String(id) },
    body: call === decline ? { reason: 'not with us' } : {},
  });
const listed = async (by: TestOperator): Promise<{ toDecide: Approval[]; own: Approval[] }> =>
  (await by.browser.call(approvals)).json();
const stateOf = async (id: number) => (await listed(manager)).own.find((one) => one.id === id)?.state;
const newestAct = async () => (await owner.browser.call(audit)).json().entries[0];

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
    expect(await pile.coins()).toBe(0);
  });

  test('O5 is done when it is approved, with both names in the log', async () => {
    const id = await asked();
    expect((await decide(owner, approve, id)).json()).toMatchObject({
      state: 'approved',
      decidedBy: 'owner',
    });
    expect(await pile.coins()).toBe(6000);
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
    const key = 'key-of-one-request';
    const answers = await Promise.all([1, 2, 3].map(() => pile.give(manager, 6000, { key })));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect((await listed(manager)).own).toHaveLength(1);
  });

  test('O5 of two who approve at once one does it', async () => {
    const id = await asked();
    const answers = await Promise.all([owner, second].map((by) => decide(by, approve, id)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    expect(codeOf(answers.find(({ statusCode }) => statusCode === 409)!)).toBe('approvalEnded');
    expect(await pile.coins()).toBe(6000);
  });

  test('O5 is not approved by its asker, also when they have become an owner', async () => {
    const id = await asked();
    expect(codeOf(await decide(manager, approve, id))).toBe('operatorForbidden');
    await site.pool.query(`UPDATE operators SET role = 'owner' WHERE id = $1`, [manager.id]);
    expect(codeOf(await decide(manager, approve, id))).toBe('operatorForbidden');
    expect(codeOf(await decide(manager, decline, id))).toBe('operatorForbidden');
    expect(await pile.coins()).toBe(0);
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
    const ids = [await asked(), (await pile.give(manager, 6000, { version: 1 })).json().pending.id];
    await pile.give(owner, 1);
    for (const id of ids) {
      expect(codeOf(await decide(owner, approve, id))).toBe('operatorChanged');
      expect(await stateOf(id)).toBe('changed');
      expect(codeOf(await decide(owner, approve, id))).toBe('approvalEnded');
    }
    expect(await pile.coins()).toBe(1);
  });

  test('O5 lapses after 24 hours', async () => {
    const id = await asked();
    site.advanceMs(DAY_MS);
    owner = await createOperator(site, 'owner');
    expect(codeOf(await decide(owner, approve, id))).toBe('approvalEnded');
    expect((await listed(owner)).toDecide.map((one) => one.id)).not.toContain(id);
    expect(await pile.coins()).toBe(0);
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
      expect(await pile.coins()).toBe(0);
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
    expect(await pile.coins()).toBe(0);
  });
});
