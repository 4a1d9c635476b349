import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { changeStaff as changeStaffNow } from '#/server/domain/operators/staff.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createOperator, type TestOperator } from '../../../../support/desks/operators.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';

let site: TestApp;
let owner: TestOperator;
beforeAll(async () => {
  site = await createTestApp();
  owner = await createOperator(site, 'owner');
});
afterAll(() => site.close());

const { audit, changeStaff, session, staff } = operatorCalls;
const CHANGE = { role: 'support', isDisabled: false, version: 1, reason: 'moves to the helpdesk' };
const change = (id: number, more: object = {}, given: { suffix?: '/preview'; key?: string } = {}) =>
  owner.browser.call(changeStaff, {
    params: { id: String(id) },
    body: { ...CHANGE, ...more },
    ...(given.suffix && { suffix: given.suffix }),
    ...(given.key && { headers: { [IDEMPOTENCY_HEADER]: given.key } }),
  });
const entries = async (browser = owner.browser, query: Record<string, string> = {}) =>
  (await browser.call(audit, { query })).json().entries as {
    act: string;
    targetId: string | null;
    reason: string | null;
    operator: string | null;
  }[];
const countOf = (list: { act: string; targetId: string | null }[], id: number) =>
  list.filter(({ act, targetId }) => act === 'changeStaff' && targetId === String(id)).length;

describe('O8 the preview', () => {
  test('O8 says what the act then does, and leaves nothing behind', async () => {
    const { id, browser } = await createOperator(site, 'manager');
    const before = await entries();
    const preview = (await change(id, {}, { suffix: '/preview' })).json();
    expect(preview).toEqual({
      before: { role: 'manager', state: 'active', sessions: 1 },
      after: { role: 'support', state: 'active', sessions: 0 },
    });
    expect((await browser.load()).operator).not.toBeNull();
    expect(await entries()).toEqual(before);
    await change(id);
    expect((await entries())[0]).toMatchObject({ ...preview, reason: CHANGE.reason });
  });
});

describe('O9 an act', () => {
  test('O9 repeated under its key, at once and later, happens once', async () => {
    const { id } = await createOperator(site, 'manager');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => change(id, {}, { key: 'key-of-one-act' })),
    );
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(answers[0]!.json()).toMatchObject({ role: 'support', version: 2 });
    expect(countOf(await entries(), id)).toBe(1);
    expect(codeOf(await change(id, { role: 'viewer' }, { key: 'key-of-one-act' }))).toBe(
      'idempotencyKeyReused',
    );
  });

  test('O9 repeated under its key with another reason or a newer version is the same act', async () => {
    const { id } = await createOperator(site, 'manager');
    const key = 'key-of-a-lost-answer';
    const first = await change(id, {}, { key });
    const again = await change(id, { reason: 'in other words', version: 2 }, { key });
    expect([again.statusCode, again.body]).toEqual([200, first.body]);
    expect(countOf(await entries(), id)).toBe(1);
  });

  test('O9 of two people who change the same thing the second is refused', async () => {
    const { id } = await createOperator(site, 'manager');
    const answers = await Promise.all([change(id), change(id, { role: 'viewer' })]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(codeOf(answers.find(({ statusCode }) => statusCode === 409)!)).toBe('operatorChanged');
  });
});

describe('O3 a change of the staff', () => {
  test('O3 another role and disabling end the sessions at once', async () => {
    const demoted = await createOperator(site, 'manager');
    await change(demoted.id);
    expect((await demoted.browser.load()).operator).toBeNull();
    const { id, browser } = await createOperator(site, 'manager');
    await change(id, { isDisabled: true });
    expect((await browser.load()).operator).toBeNull();
    expect(codeOf(await browser.call(staff))).toBe('sessionRequired');
  });

  test('O3 the last active owner stays, also when two demote each other', async () => {
    const alone = await createTestApp();
    const [one, two] = [await createOperator(alone, 'owner'), await createOperator(alone, 'owner')];
    const demote = (by: TestOperator, { id }: TestOperator) =>
      by.browser.call(changeStaff, { params: { id: String(id) }, body: { ...CHANGE, role: 'viewer' } });
    const answers = await Promise.all([demote(one, two), demote(two, one)]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const owners = await alone.pool.query(
      `SELECT id FROM operators WHERE role = 'owner' AND state = 'active'`,
    );
    expect(owners.rowCount).toBe(1);
    await alone.close();
  });

  test('O3 an operator who is enabled again without a password still waits for a link', async () => {
    const { id } = await createOperator(site, 'viewer');
    await site.pool.query(`UPDATE operators SET state = 'disabled', password_hash = null WHERE id = $1`, [
      id,
    ]);
    const back = { id, role: 'viewer', isDisabled: false, version: 1 } as const;
    const { member } = await withTx(site.pool, (tx) => changeStaffNow(tx, site.deps, back));
    expect(member.state).toBe('invited');
  });
});

describe('O6 the audit log', () => {
  test('O6 has every act and every refusal, with no secret, code or password', async () => {
    const support = await createOperator(site, 'support');
    await support.browser.call(staff);
    const [refused] = await entries();
    expect(refused).toMatchObject({ act: 'operatorRefused', operator: 'support' });
    const { rows } = await site.pool.query(
      `SELECT string_agg(row_to_json(audit)::text, '') AS all FROM audit`,
    );
    for (const secret of [support.secret, support.email, ...support.recoveryCodes])
      expect(rows[0].all).not.toContain(secret);
    const acts = new Set((await entries()).map(({ act }) => act));
    expect(acts).toEqual(new Set(['operatorRefused', 'operatorAccepted', 'changeStaff']));
  });

  test('O6 has 100 refusals of an operator in a day; every further call is refused all the same', async () => {
    const support = await createOperator(site, 'support');
    const refusals = async () => {
      const answer = await support.browser.call(staff);
      expect(answer.json()).toMatchObject({ code: 'operatorForbidden' });
      const { rows } = await site.pool.query<{ count: string }>(
        `SELECT count(*) FROM audit WHERE event = 'operatorRefused' AND operator_id = $1`,
        [support.id],
      );
      return Number(rows[0]?.count);
    };
    await site.pool.query(`DELETE FROM budgets WHERE name = 'operatorRefusals'`);
    expect(await refusals()).toBe(1);
    await site.pool.query(`UPDATE budgets SET used = 99 WHERE name = 'operatorRefusals'`);
    expect([await refusals(), await refusals(), await refusals()]).toEqual([2, 2, 2]);
  });

  test('O6 without a reason nothing is done', async () => {
    const { id } = await createOperator(site, 'manager');
    const answer = await change(id, { reason: '  ' });
    expect(answer.json()).toMatchObject({ code: 'badRequest', errors: { reason: 'reasonRequired' } });
    expect(countOf(await entries(), id)).toBe(0);
  });

  test('O6 support and viewers see their own acts only; the list goes on page by page', async () => {
    const viewer = await createOperator(site, 'viewer');
    for (let times = 0; times < 60; times += 1) await viewer.browser.call(staff);
    const own = await entries(viewer.browser, { operator: String(owner.id) });
    expect(new Set(own.map(({ operator }) => operator))).toEqual(new Set(['viewer']));
    const first = (await owner.browser.call(audit, { query: { operator: String(viewer.id) } })).json();
    expect(first.entries).toHaveLength(50);
    const query = { operator: String(viewer.id), before: String(first.nextBefore) };
    const second = (await owner.browser.call(audit, { query })).json();
    expect(second.entries).toHaveLength(11);
    expect(second.nextBefore).toBeNull();
    expect((await viewer.browser.call(session)).json().operator.role).toBe('viewer');
  });
});
