import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BULK_MOST, type DeliveryDecision } from '#/contract/operator/deliveries.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { readDelivery } from '#/server/domain/deliveries/deliveryList.ts';
import { lineOf } from '#/server/operator/findDeliveries.ts';
import type { DeliveryState } from '#/server/platform/db/tables/deliveries.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { DeliveryDesk } from '../../../../support/desks/deliveryDesk.ts';
import { goodsInGame } from '../../../../support/players/deliveries.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createOperator, type TestOperator } from '../../../../support/desks/operators.ts';
import { applyPaymentEvent } from '../../../../support/players/shopping.ts';
import { recordStatements } from '../../../../support/tools/recordStatements.ts';

const STALE_MS = 11 * 60_000;

let site: TestApp;
let desk: DeliveryDesk;
beforeAll(async () => {
  site = await createTestApp();
  desk = new DeliveryDesk(site);
});
beforeEach(() => desk.signIn());
afterAll(() => site.close());

const { approve, audit } = operatorCalls;
const newestAct = async () => (await desk.operator.browser.call(audit)).json().entries[0];
const statesOf = async (numbers: readonly number[]) => {
  const { rows } = await site.pool.query<{ state: string; count: string }>(
    'SELECT state, count(*) FROM deliveries WHERE id = ANY($1) GROUP BY 1 ORDER BY 1',
    [[...numbers]],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
};

describe('D19 O6 O8 an operator decides in the browser', () => {
  afterEach(async () => expect(await brokenInvariants(site.pool)).toEqual({}));

  test.each<[DeliveryDecision, DeliveryState, DeliveryState]>([
    ['retry', 'failed', 'waiting'],
    ['cancel', 'waiting', 'cancelled'],
    ['cancel', 'leased', 'cancelling'],
    ['byHand', 'failed', 'done'],
    ['given', 'unknown', 'done'],
    ['notGiven', 'unknown', 'waiting'],
  ])('by %s of what is %s; the preview said so and left nothing behind', async (decision, from, to) => {
    const { no } = await desk.bought(from);
    const before = await desk.show(no);
    expect(before.decisions).toContain(decision);
    const preview = (await desk.decide(no, decision, { preview: true })).json();
    expect(preview.before).toMatchObject({ deliveryState: from });
    expect(preview.after).toMatchObject({ deliveryState: to, decision });
    expect(await desk.show(no)).toEqual(before);
    const answer = await desk.decide(no, decision);
    expect(answer.json()).toEqual({ version: before.version + 1, state: to });
    expect(await newestAct()).toMatchObject({
      operator: 'owner',
      act: 'deliveryDecided',
      targetType: 'delivery',
      targetId: String(no),
      reason: 'as the log of the game says',
      before: preview.before,
      after: preview.after,
    });
    expect((await desk.show(no)).timeline.at(-1)).toMatchObject({
      kind: 'move',
      to,
      actor: 'operator',
      operator: 'owner',
      reason: 'as the log of the game says',
    });
  });

  test('of what was paid back: what was given is taken back, as the preview said', async () => {
    const { no, order, player } = await desk.bought('unknown');
    await applyPaymentEvent(site, order, 'refunded');
    const { after } = (await desk.decide(no, 'given', { preview: true })).json();
    expect(after).toMatchObject({ deliveryState: 'done', takingBack: 1 });
    await desk.decide(no, 'given');
    expect(await goodsInGame(site, player.accountId)).toEqual([
      'give 1 unban done',
      'revoke 1 unban waiting',
    ]);
  });

  test('who cancels what the game holds does not say that the money is back; a refund does', async () => {
    const { no, order } = await desk.bought('leased');
    const { after } = (await desk.decide(no, 'cancel', { preview: true })).json();
    expect(after).toMatchObject({ deliveryState: 'cancelling', calledOff: true, moneyBack: false });
    await desk.decide(no, 'cancel');
    const listed = async () =>
      (await desk.operator.browser.call(operatorCalls.deliveries, { query: { order } })).json();
    const lineInShell = async () => lineOf((await readDelivery(site.deps.db, no))!);
    expect(await desk.show(no)).toMatchObject({ isMoneyBack: false, moneyBackAt: null });
    expect((await listed()).deliveries).toMatchObject([{ isMoneyBack: false }]);
    expect(await lineInShell()).not.toContain('MONEY');
    await applyPaymentEvent(site, order, 'refunded');
    expect(await desk.show(no)).toMatchObject({ isMoneyBack: true, moneyBackAt: expect.any(String) });
    expect((await listed()).deliveries).toMatchObject([{ isMoneyBack: true }]);
    expect(await lineInShell()).toContain('THE MONEY IS BACK');
  });

  test('and is refused what the state does not allow, what is not there, and while the books are broken', async () => {
    const { no } = await desk.bought('done');
    expect((await desk.show(no)).decisions).toEqual([]);
    expect(codeOf(await desk.decide(no, 'retry'))).toBe('deliveryNotDecidable');
    expect(codeOf(await desk.decide(no + 1_000_000, 'retry', { version: 1 }))).toBe('notFound');
    const failed = await desk.bought('failed');
    await site.pool.query(
      `INSERT INTO book_checks (name, violations, accepted, checked_at) VALUES ('DL test', 1, 0, now())`,
    );
    await site.deps.bookStops.refresh();
    expect(codeOf(await desk.decide(failed.no, 'retry'))).toBe('booksStopped');
    await site.pool.query(`DELETE FROM book_checks WHERE name = 'DL test'`);
    await site.deps.bookStops.refresh();
  });
});

describe('O9 two people at one delivery', () => {
  test('O9 of 50 decisions at once one is done, and the others are refused', async () => {
    const { no } = await desk.bought('unknown');
    const { version } = await desk.show(no);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        desk.decide(no, at % 2 ? 'given' : 'notGiven', { version, key: `at-once-${no}-${at}` }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const refused = answers.filter(({ statusCode }) => statusCode !== 200).map(codeOf);
    expect(new Set(refused)).toEqual(new Set(['operatorChanged']));
    expect((await desk.show(no)).version).toBe(version + 1);
  });

  test('O9 a decision sent again under its key is one, with one answer', async () => {
    const { no } = await desk.bought('failed');
    const { version } = await desk.show(no);
    const send = () => desk.decide(no, 'retry', { version, key: `the-key-of-${no}` });
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(answers[0]!.statusCode).toBe(200);
    expect((await desk.show(no)).version).toBe(version + 1);
  });

  test('O9 a decision with a version from before another try is refused, though it is unknown again', async () => {
    const [one] = await desk.failedOnes(1);
    await desk.decide(one!.no, 'retry');
    await site.pool.query(
      `UPDATE deliveries SET state = 'leased', ledger_id = 'l', attempt = 2, lease_until = now() WHERE id = $1`,
      [one!.no],
    );
    await site.pool.query(`UPDATE deliveries SET state = 'failed' WHERE id = $1`, [one!.no]);
    expect(codeOf(await desk.decide(one!.no, 'byHand', { version: one!.version }))).toBe('operatorChanged');
    expect(codeOf(await desk.decideMany([one!], 'byHand'))).toBe('operatorChanged');
  });
});

describe('D19 O5 O9 many at once', () => {
  let support: TestOperator;
  beforeEach(async () => {
    support = await createOperator(site, 'support');
  });

  test(`O9 of two who decide ${BULK_MOST} at once one does, and the preview says how many`, async () => {
    const chosen = await desk.failedOnes(BULK_MOST);
    const numbers = chosen.map(({ no }) => no);
    const preview = (await desk.decideMany(chosen, 'retry', { preview: true })).json();
    expect(preview).toMatchObject({
      before: { deliveryStates: { failed: BULK_MOST } },
      after: { deliveryStates: { waiting: BULK_MOST }, decision: 'retry' },
    });
    expect(await statesOf(numbers)).toEqual({ failed: BULK_MOST });
    const manager = await createOperator(site, 'manager');
    const both = await Promise.all([
      desk.decideMany(chosen.toReversed(), 'retry', { key: 'first-of-two' }),
      desk.decideMany(chosen, 'byHand', { by: manager, key: 'second-of-two' }),
    ]);
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    expect(codeOf(both.find(({ statusCode }) => statusCode === 409)!)).toBe('operatorChanged');
    expect(Object.values(await statesOf(numbers))).toEqual([BULK_MOST]);
    const act = await newestAct();
    expect(act).toMatchObject({ act: 'deliveriesDecided', after: { numbers } });
    expect(JSON.stringify(act.after).length).toBeLessThan(8192);
    // each of them tells who did it
    expect((await desk.show(numbers[250]!)).timeline.at(-1)).toMatchObject({ operator: expect.any(String) });
  });

  test.each(['retry', 'byHand', 'cancel'] as const)(
    `D19 ${BULK_MOST} at once by %s take as many statements as two, and each keeps its move`,
    async (decision) => {
      const few = await desk.failedOnes(2);
      const many = await desk.failedOnes(BULK_MOST);
      const ofFew = await recordStatements(() => desk.decideMany(few, decision));
      const ofMany = await recordStatements(async () =>
        expect((await desk.decideMany(many, decision)).json()).toEqual({ decided: BULK_MOST }),
      );
      expect(ofFew.length).toBeGreaterThan(3);
      expect(ofMany.length).toBe(ofFew.length);
      const { rows } = await site.pool.query(
        `SELECT count(*)::int AS moves FROM delivery_moves WHERE delivery_id = ANY($1) AND actor = 'operator'`,
        [many.map(({ no }) => no)],
      );
      expect(rows).toEqual([{ moves: BULK_MOST }]);
    },
  );

  test('D10 of many that were paid back, those that were given are taken back', async () => {
    const chosen = [];
    for (const isPaidBack of [true, false, true]) {
      const { no, order, player } = await desk.bought('unknown');
      if (isPaidBack) await applyPaymentEvent(site, order, 'refunded');
      chosen.push({ no, player, isPaidBack, version: (await desk.show(no)).version });
    }
    await desk.decideMany(
      chosen.map(({ no, version }) => ({ no, version })),
      'given',
    );
    for (const { player, isPaidBack } of chosen)
      expect(await goodsInGame(site, player.accountId)).toEqual([
        'give 1 unban done',
        ...(isPaidBack ? ['revoke 1 unban waiting'] : []),
      ]);
    expect(await brokenInvariants(site.pool)).toEqual({});
  });

  test(`more than ${BULK_MOST}, none, one of them twice or unknown: nothing is decided`, async () => {
    const chosen = await desk.failedOnes(BULK_MOST + 1);
    expect(codeOf(await desk.decideMany(chosen, 'retry'))).toBe('badRequest');
    expect(codeOf(await desk.decideMany([], 'retry'))).toBe('badRequest');
    const [one, two] = chosen as [(typeof chosen)[0], (typeof chosen)[0]];
    expect(codeOf(await desk.decideMany([one, one], 'retry'))).toBe('badRequest');
    expect(codeOf(await desk.decideMany([one, { no: 99_999_999, version: 1 }], 'retry'))).toBe(
      'operatorChanged',
    );
    expect(codeOf(await desk.decideMany([one, { ...two, version: two.version - 1 }], 'retry'))).toBe(
      'operatorChanged',
    );
    expect(codeOf(await desk.decideMany([one, two], 'given'))).toBe('deliveryNotDecidable');
    expect(await statesOf(chosen.map(({ no }) => no))).toEqual({ failed: BULK_MOST + 1 });
  });

  test('O5 support decides 20 at once alone, and 21 with a second person who has a fresh code', async () => {
    const few = await desk.failedOnes(20);
    expect((await desk.decideMany(few, 'retry', { by: support })).json()).toEqual({ decided: 20 });
    const more = await desk.failedOnes(21);
    const numbers = more.map(({ no }) => no);
    expect((await desk.decideMany(more, 'retry', { by: support, preview: true })).json()).toMatchObject({
      needsSecondPerson: true,
    });
    const asked = await desk.decideMany(more, 'retry', { by: support });
    expect(asked.statusCode).toBe(202);
    expect(await statesOf(numbers)).toEqual({ failed: 21 });
    const id = String(asked.json().pending.id);
    site.advanceMs(STALE_MS);
    const yes = { params: { id }, body: {} };
    expect(codeOf(await desk.operator.browser.call(approve, yes))).toBe('proofNeeded');
    await desk.signIn();
    expect((await desk.operator.browser.call(approve, yes)).json()).toMatchObject({
      state: 'approved',
      amount: 21,
      unit: 'deliveries',
    });
    expect(await statesOf(numbers)).toEqual({ waiting: 21 });
  });

  test('O5 what was asked of a second person ends when one of them has moved', async () => {
    const more = await desk.failedOnes(21);
    const asked = await desk.decideMany(more, 'retry', { by: support });
    await desk.decide(more[7]!.no, 'byHand');
    const params = { id: String(asked.json().pending.id) };
    expect(codeOf(await desk.operator.browser.call(approve, { params, body: {} }))).toBe('operatorChanged');
    expect(await statesOf(more.map(({ no }) => no))).toEqual({ done: 1, failed: 20 });
  });

  test('O4 one needs no fresh code, many do', async () => {
    const [one, ...rest] = await desk.failedOnes(3);
    site.advanceMs(STALE_MS);
    expect(codeOf(await desk.decideMany(rest, 'retry'))).toBe('proofNeeded');
    expect((await desk.decide(one!.no, 'retry')).statusCode).toBe(200);
  });
});
