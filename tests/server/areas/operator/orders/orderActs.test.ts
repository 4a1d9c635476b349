import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { regrantOrder as regrantByCommand } from '#/server/operator/operateOrders.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createOperator } from '../../../../support/desks/operators.ts';
import { booksOf, linesOf, OrderDesk } from '../../../../support/desks/orderDesk.ts';
import { applyPaymentEvent, eventOf, refOf } from '../../../../support/players/shopping.ts';

let site: TestApp;
let desk: OrderDesk;

beforeAll(async () => {
  site = await createTestApp();
  desk = new OrderDesk(site);
});
afterEach(async () => expect(await brokenInvariants(site.pool)).toEqual({}));
afterAll(() => site.close());

const { refundOrder, regrantOrder, resendReceipt, noteOrder, askProvider } = operatorCalls;

describe('O9 two people at one order', () => {
  test('O9 of 200 refunds at once one is stored, and the others are refused', async () => {
    const { id } = await desk.paid();
    const { version } = await desk.show(id);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        desk.act(refundOrder, id, { version }, { key: `at-once-${id}-${at}` }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const refused = answers.filter(({ statusCode }) => statusCode !== 200).map(codeOf);
    expect(new Set(refused)).toEqual(new Set(['operatorChanged']));
    expect(linesOf(await desk.show(id), 'refund')).toHaveLength(1);
  });

  test('O9 a refund that is sent twice under its key is one', async () => {
    const { id } = await desk.paid();
    const { version } = await desk.show(id);
    const send = () => desk.act(refundOrder, id, { version, cents: 100 }, { key: `the-key-of-${id}` });
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(answers[0]!.statusCode).toBe(200);
    expect(linesOf(await desk.show(id), 'refund')).toHaveLength(1);
  });

  test('O9 an act with a version from before an event is refused', async () => {
    const { id } = await desk.paid();
    const { version } = await desk.show(id);
    await applyPaymentEvent(site, id, 'refunded', { amountCents: 100 });
    for (const endpoint of [refundOrder, regrantOrder])
      expect(codeOf(await desk.act(endpoint, id, { version }))).toBe('operatorChanged');
  });
});

describe('O11 what else the commands do', () => {
  test.each(['review', 'a dispute'] as const)(
    'O11 granting after %s leaves the same rows in the books',
    async (from) => {
      const [one, twin] = await Promise.all(
        [1, 2].map(async () => {
          const placed = await desk.pending();
          const { id } = placed;
          if (from === 'review') await applyPaymentEvent(site, id, 'paid', { amountCents: 4990 });
          else for (const kind of ['paid', 'chargedBack'] as const) await applyPaymentEvent(site, id, kind);
          return placed;
        }),
      );
      const preview = (await desk.act(regrantOrder, one!.id, {}, { preview: true })).json();
      expect(preview).toMatchObject({ before: { coins: 0 }, after: { coins: 550, state: 'granted' } });
      expect((await desk.act(regrantOrder, one!.id)).json()).toMatchObject({ state: 'granted' });
      expect(await regrantByCommand(site.deps, twin!.id, 'they asked for it')).toBe('granted');
      expect(await booksOf(site, one!)).toEqual(await booksOf(site, twin!));
      expect(codeOf(await desk.act(regrantOrder, one!.id))).toBe('orderNotGrantable');
      expect(await applyPaymentEvent(site, one!.id, 'pending')).toBe('granted');
    },
  );

  test('O11 a receipt goes out again, and only for what was paid', async () => {
    const { id } = await desk.paid();
    expect((await desk.act(resendReceipt, id)).json()).toEqual({ receipts: 2 });
    const mails = linesOf(await desk.show(id), 'mail').map(({ mail }) => mail);
    expect(mails).toEqual(['receipt', 'receipt']);
    const { id: unpaid } = await desk.pending();
    expect(codeOf(await desk.act(resendReceipt, unpaid))).toBe('orderHasNoReceipt');
  });

  test('O11 a note stands in the timeline; support may write it, a viewer may not', async () => {
    const { id } = await desk.paid();
    const [support, viewer] = [await createOperator(site, 'support'), await createOperator(site, 'viewer')];
    const note = { reason: 'rang twice, calls back' };
    expect((await desk.act(noteOrder, id, note, { by: support })).statusCode).toBe(200);
    expect(codeOf(await desk.act(noteOrder, id, note, { by: viewer }))).toBe('operatorForbidden');
    expect(linesOf(await desk.show(id), 'act').filter((line) => line.act === 'noteOrder')).toMatchObject([
      { operator: 'support', reason: note.reason },
    ]);
  });

  test('O11 the provider is asked again, and the order follows', async () => {
    const { id } = await desk.pending();
    desk.provider.truth.set(refOf(id), [await eventOf(site, id, 'paid')]);
    expect((await desk.act(askProvider, id)).json()).toEqual({ state: 'granted', news: 1 });
    expect((await desk.act(askProvider, id)).json()).toEqual({ state: 'granted', news: 0 });
    desk.provider.failures = 1;
    expect(codeOf(await desk.act(askProvider, id))).toBe('paymentUnavailable');
    expect(linesOf(await desk.show(id), 'act').filter((line) => line.act === 'askProvider')).toHaveLength(3);
  });
});
