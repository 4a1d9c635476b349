import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { OperatorEndpoint } from '#/contract/operator/operatorEndpoint.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { Happening, OrderReply } from '#/contract/operator/orders.ts';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { transfer } from '#/server/domain/ledger/ledger.ts';
import { sendRefunds } from '#/server/domain/payments/sendRefunds.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import {
  refundOrder as refundByCommand,
  regrantOrder as regrantByCommand,
} from '#/server/operator/operateOrders.ts';
import { createPlayer, open, type Player } from '../../../../support/app/factories.ts';
import { GOOD } from '../../../../support/catalogue/testShop.ts';
import { codeOf } from '../../../../support/players/mailedLinks.ts';
import { createOperator, type TestOperator } from '../../../../support/players/operators.ts';
import {
  balanceOf,
  eventOf,
  type FakeProvider,
  giveCoins,
  hear,
  movesOf,
  pendingOrder,
  refOf,
  useFakeProvider,
} from '../../../../support/players/shopping.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';

let site: TestApp;
let owner: TestOperator;
let provider: FakeProvider;

beforeAll(async () => {
  site = await createTestApp();
  provider = useFakeProvider(site);
});
afterEach(async () => expect(await brokenInvariants(site.pool)).toEqual({}));
afterAll(() => site.close());

const { order, refundOrder, regrantOrder, resendReceipt, noteOrder, askProvider } = operatorCalls;
const show = async (id: string): Promise<OrderReply> =>
  (await owner.browser.call(order, { params: { id } })).json();
const linesOf = <K extends Happening['kind']>({ timeline }: OrderReply, kind: K) =>
  timeline.filter((line): line is Extract<Happening, { kind: K }> => line.kind === kind);

interface Given {
  preview?: boolean;
  key?: string;
  by?: TestOperator;
}

/** Does an act on the newest version of an order, unless another one is given. */
async function act(endpoint: OperatorEndpoint, id: string, body: object = {}, given: Given = {}) {
  const version = 'version' in body || !('body' in endpoint) ? {} : { version: (await show(id)).version };
  return (given.by ?? owner).browser.call(endpoint, {
    params: { id },
    ...('body' in endpoint && {
      body: { ...(endpoint === noteOrder ? {} : version), reason: 'they asked for it', ...body },
    }),
    ...(given.preview && { suffix: '/preview' as const }),
    ...(given.key && { headers: { [IDEMPOTENCY_HEADER]: given.key } }),
  });
}

/** An order that was paid. */
async function paid(purchase: object = {}): Promise<{ id: string; player: Player }> {
  owner ??= await createOperator(site, 'owner');
  const player = await createPlayer(site.deps);
  const id = await pendingOrder(site, player, purchase);
  await hear(site, id, 'paid');
  return { id, player };
}

/** Takes coins out of a wallet, as a purchase does. */
const spendCoins = ({ accountId: ownerId }: Player, amount: number) =>
  withTx(site.pool, (tx) =>
    transfer(tx, {
      from: { kind: 'wallet', ownerId },
      to: { kind: 'bonus' },
      amount,
      reason: 'spent',
      refType: 'test',
      refId: String(ownerId),
    }),
  );

/** The provider reports the refunds that it was asked for. */
async function reportRefunds(id: string) {
  const asked = provider.refunds.filter(({ paymentRef }) => paymentRef.startsWith(refOf(id)));
  for (const { paymentRef, amountCents, key } of asked)
    await hear(site, id, 'refunded', { paymentRef, amountCents, causeRef: key });
}

/** Everything that the books say of an order and its player, without ids and times. */
async function booksOf(id: string, { accountId }: Player) {
  const rows = async (text: string, value: unknown) =>
    (await site.pool.query<{ line: string }>(text, [value])).rows.map(({ line }) => line);
  return {
    order: await rows(
      `SELECT concat_ws(' ', state, refunded_cents, total_cents,
          (taken - 'lots')::text, (SELECT string_agg(lot ->> 'count', ',') FROM jsonb_array_elements(taken -> 'lots') lot))
        AS line FROM orders WHERE public_id = $1`,
      id,
    ),
    moves: await movesOf(site, id),
    ledger: await rows(
      `SELECT concat_ws(' ', t.reason, t.amount, f.kind, o.kind) AS line FROM ledger_transfers t
        JOIN ledger_accounts f ON f.id = t.from_id JOIN ledger_accounts o ON o.id = t.to_id
        WHERE $1 IN (f.owner_id, o.owner_id) ORDER BY t.id`,
      accountId,
    ),
    lots: await rows(
      "SELECT concat_ws(' ', case_id, bought, opened) AS line FROM case_lots WHERE account_id = $1 ORDER BY id",
      accountId,
    ),
    deliveries: await rows(
      `SELECT concat_ws(' ', kind, code, count, state) AS line FROM deliveries
        WHERE account_id = $1 AND kind <> 'set' ORDER BY id`,
      accountId,
    ),
    mails: await rows('SELECT kind AS line FROM mail_queue WHERE account_id = $1 ORDER BY id', accountId),
  };
}

const PURCHASES: readonly (readonly [string, object])[] = [
  ['coins', {}],
  ['a thing in the game', { product_type: 'Services', goods_id: GOOD.service }],
  ['cases', { product_type: 'casesItem', goods_id: GOOD.fiveCases }],
  ['Premium', { product_type: 'Premium', goods_id: GOOD.premium }],
];

describe('O11 a refund', () => {
  test.each(PURCHASES)(
    'O11 of %s leaves the same rows in the books as the command does',
    async (_, purchase) => {
      const [one, twin] = [await paid(purchase), await paid(purchase)];
      for (const { player } of [one, twin]) await giveCoins(site, player.accountId, 7);
      expect((await act(refundOrder, one.id)).statusCode).toBe(200);
      await sendRefunds(site.deps);
      await refundByCommand(site.deps, twin.id, { reason: 'they asked for it' });
      for (const { id } of [one, twin]) await reportRefunds(id);
      const books = await booksOf(one.id, one.player);
      expect(books).toEqual(await booksOf(twin.id, twin.player));
      expect(books.order[0]).toMatch(/^refunded/);
      expect(linesOf(await show(one.id), 'refund')).toMatchObject([{ state: 'reported' }]);
    },
  );

  test('O11 in parts goes no further than what was paid, also while the provider is silent', async () => {
    const { id } = await paid();
    for (const cents of [2000, 2000]) expect((await act(refundOrder, id, { cents })).statusCode).toBe(200);
    expect(codeOf(await act(refundOrder, id, { cents: 1001 }))).toBe('refundTooMuch');
    const rest = await act(refundOrder, id);
    expect(rest.json()).toMatchObject({ cents: 1000 });
    expect(codeOf(await act(refundOrder, id, { cents: 1 }))).toBe('refundTooMuch');
    await sendRefunds(site.deps);
    const keys = provider.refunds.filter(({ paymentRef }) => paymentRef === refOf(id)).map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
    await reportRefunds(id);
    const shown = await show(id);
    expect(shown).toMatchObject({ state: 'refunded', refundedCents: 5000 });
    expect(shown.payments[0]).toMatchObject({ refundableCents: 0, underWayCents: 0 });
  });

  test('O11 of a second payment leaves the order and its goods', async () => {
    const { id, player } = await paid();
    await site.pool.query(
      `INSERT INTO replaced_payments (provider, payment_ref, order_id, replaced_at)
        SELECT 'sandbox', $2, id, now() FROM orders WHERE public_id = $1`,
      [id, refOf(id, 2)],
    );
    await hear(site, id, 'paid', { paymentRef: refOf(id, 2) });
    const body = { payment: refOf(id, 2) };
    const preview = (await act(refundOrder, id, body, { preview: true })).json();
    expect(preview.after).toMatchObject({ state: 'granted', coinsTaken: 0, askedCents: 5000 });
    expect(codeOf(await act(refundOrder, id, { ...body, cents: 5001 }))).toBe('refundTooMuch');
    expect((await act(refundOrder, id, body)).json()).toMatchObject({
      paymentRef: refOf(id, 2),
      cents: 5000,
    });
    await sendRefunds(site.deps);
    await reportRefunds(id);
    expect(await show(id)).toMatchObject({ state: 'granted', refundedCents: 0 });
    expect(await balanceOf(site, player.accountId)).toBe(550);
  });

  test('O11 that the provider does not take is asked for again, and after that under the same key', async () => {
    const { id } = await paid();
    await act(refundOrder, id);
    provider.failures = 6;
    for (let times = 0; times < 6; times += 1) {
      await sendRefunds(site.deps);
      site.advanceMs(60 * 60_000 + 1);
    }
    owner = await createOperator(site, 'owner');
    expect(linesOf(await show(id), 'refund')).toMatchObject([
      { state: 'failed', error: 'the provider does not answer' },
    ]);
    expect((await show(id)).payments[0]).toMatchObject({ refundableCents: 5000, underWayCents: 0 });
    expect((await act(refundOrder, id, {}, { key: 'asked-for-once-more' })).statusCode).toBe(200);
    await sendRefunds(site.deps);
    await sendRefunds(site.deps);
    const asked = provider.refunds.filter(({ paymentRef }) => paymentRef === refOf(id));
    expect(asked).toMatchObject([{ amountCents: 5000, key: `refund-${id}-1` }]);
  });

  test('O11 is refused for what it is not', async () => {
    const { id } = await paid();
    const { id: other } = await paid();
    const wrong: [object, string][] = [
      [{ cents: 0 }, 'badRequest'],
      [{ cents: -100 }, 'badRequest'],
      [{ cents: 1.5 }, 'badRequest'],
      [{ cents: 2 ** 31 }, 'badRequest'],
      [{ cents: 5001 }, 'refundTooMuch'],
      [{ payment: refOf(other) }, 'paymentUnknown'],
      [{ payment: '%' }, 'paymentUnknown'],
      [{ version: 1 }, 'operatorChanged'],
      [{ reason: ' ' }, 'badRequest'],
      [{ currency: 'USD' }, 'badRequest'],
    ];
    for (const [body, code] of wrong)
      for (const preview of [true, false])
        expect(codeOf(await act(refundOrder, id, body, { preview })), JSON.stringify(body)).toBe(code);
    expect(codeOf(await act(refundOrder, 'nobody', { version: 1 }))).toBe('notFound');
    const player = await createPlayer(site.deps);
    const unpaid = await pendingOrder(site, player);
    expect(codeOf(await act(refundOrder, unpaid))).toBe('orderNotRefundable');
    const viewer = await createOperator(site, 'viewer');
    expect(codeOf(await act(refundOrder, id, {}, { by: viewer }))).toBe('operatorForbidden');
    expect(linesOf(await show(id), 'refund')).toEqual([]);
  });

  test('O11 of a payment in another currency goes back once', async () => {
    owner ??= await createOperator(site, 'owner');
    const player = await createPlayer(site.deps);
    const id = await pendingOrder(site, player);
    await hear(site, id, 'paid', { currency: 'USD', amountCents: 4000 });
    expect(codeOf(await act(refundOrder, id, { cents: 4001 }))).toBe('refundTooMuch');
    expect((await act(refundOrder, id)).json()).toMatchObject({ cents: 4000 });
    await hear(site, id, 'refunded', { currency: 'USD', amountCents: 4000 });
    expect(await show(id)).toMatchObject({ state: 'refunded' });
    expect(codeOf(await act(refundOrder, id))).toBe('orderNotRefundable');
  });
});

describe('O8 the preview of a refund', () => {
  test('O8 says what goes back and what is taken and owed, and leaves nothing behind', async () => {
    const { id, player } = await paid();
    await spendCoins(player, 400);
    const books = await booksOf(id, player);
    const preview = (await act(refundOrder, id, {}, { preview: true })).json();
    expect(preview).toEqual({
      before: {
        state: 'granted',
        refundedCents: 0,
        coins: 150,
        owed: 0,
        pieces: 0,
        premiumDays: 0,
        deliveries: 0,
      },
      after: {
        state: 'refunded',
        refundedCents: 5000,
        coins: 0,
        owed: 400,
        pieces: 0,
        premiumDays: 0,
        deliveries: 0,
        coinsTaken: 150,
        coinsOwed: 400,
        piecesTaken: 0,
        piecesOpened: 0,
        premiumDaysTaken: 0,
        deliveriesCalledOff: 0,
        deliveriesRevoked: 0,
        deliveriesInDoubt: 0,
        deliveriesKept: 0,
        askedProvider: 'sandbox',
        askedPayment: refOf(id),
        askedCents: 5000,
      },
    });
    await sendRefunds(site.deps);
    expect(provider.refunds.filter(({ paymentRef }) => paymentRef === refOf(id))).toEqual([]);
    expect(await booksOf(id, player)).toEqual(books);
    expect(linesOf(await show(id), 'event')).toHaveLength(1);
    await act(refundOrder, id);
    const [line] = linesOf(await show(id), 'act').filter((one) => one.act === 'refundOrder');
    expect(line).toMatchObject({ ...preview, operator: 'owner', reason: 'they asked for it' });
    await sendRefunds(site.deps);
    await reportRefunds(id);
    const { coins, owed } = preview.after;
    expect([
      await balanceOf(site, player.accountId),
      -(await balanceOf(site, player.accountId, 'debt')),
    ]).toEqual([coins, owed]);
  });

  test('O8 counts what is opened and unopened, Premium, and what the game has', async () => {
    const thing = await paid({ product_type: 'Services', goods_id: GOOD.service });
    const waiting = (await act(refundOrder, thing.id, {}, { preview: true })).json();
    expect(waiting.before).toMatchObject({ deliveries: 1 });
    expect(waiting.after).toMatchObject({ deliveries: 0, deliveriesCalledOff: 1, deliveriesRevoked: 0 });
    await site.pool.query(
      `UPDATE deliveries SET state = 'done', done_at = now(), ready_at = null WHERE account_id = $1 AND kind = 'give'`,
      [thing.player.accountId],
    );
    const given = (await act(refundOrder, thing.id, {}, { preview: true })).json();
    expect(given.after).toMatchObject({ deliveriesCalledOff: 0, deliveriesRevoked: 1, deliveriesKept: 0 });
    const part = (await act(refundOrder, thing.id, { cents: 100 }, { preview: true })).json();
    expect(part.after).toMatchObject({ state: 'granted', deliveriesRevoked: 0, deliveriesKept: 1 });
  });

  test('O8 counts pieces and days of Premium that are taken, and what of them was used', async () => {
    const cases = await paid({ product_type: 'casesItem', goods_id: GOOD.fiveCases });
    for (const _ of [1, 2]) expect((await open(site, cases.player, { case_id: 1 })).statusCode).toBe(200);
    const opened = (await act(refundOrder, cases.id, {}, { preview: true })).json();
    expect(opened.before).toMatchObject({ pieces: 3 });
    // two of five pieces of a pack for 900 cents
    expect(opened.after).toMatchObject({ pieces: 0, piecesTaken: 3, piecesOpened: 2, coinsOwed: 36 });
    const premium = await paid({ product_type: 'Premium', goods_id: GOOD.premium });
    const days = (await act(refundOrder, premium.id, {}, { preview: true })).json();
    expect(days.before).toMatchObject({ premiumDays: 30 });
    expect(days.after).toMatchObject({ premiumDays: 0, premiumDaysTaken: 30 });
  });

  test('O8 of the last part counts the parts that are under way', async () => {
    const { id } = await paid();
    await act(refundOrder, id, { cents: 4000 });
    const { after } = (await act(refundOrder, id, { cents: 1000 }, { preview: true })).json();
    expect(after).toMatchObject({ state: 'refunded', coinsTaken: 550, askedCents: 1000 });
  });
});

describe('O9 two people at one order', () => {
  test('O9 of 200 refunds at once one is written down, and the others are told', async () => {
    const { id } = await paid();
    const { version } = await show(id);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        act(refundOrder, id, { version }, { key: `at-once-${id}-${at}` }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const refused = answers.filter(({ statusCode }) => statusCode !== 200).map(codeOf);
    expect(new Set(refused)).toEqual(new Set(['operatorChanged']));
    expect(linesOf(await show(id), 'refund')).toHaveLength(1);
  });

  test('O9 a refund that is sent twice under its key is one', async () => {
    const { id } = await paid();
    const { version } = await show(id);
    const send = () => act(refundOrder, id, { version, cents: 100 }, { key: `the-key-of-${id}` });
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(answers[0]!.statusCode).toBe(200);
    expect(linesOf(await show(id), 'refund')).toHaveLength(1);
  });

  test('O9 whoever looked before an event is told', async () => {
    const { id } = await paid();
    const { version } = await show(id);
    await hear(site, id, 'refunded', { amountCents: 100 });
    for (const endpoint of [refundOrder, regrantOrder])
      expect(codeOf(await act(endpoint, id, { version }))).toBe('operatorChanged');
  });
});

describe('O11 what else the commands do', () => {
  test.each(['review', 'a dispute'] as const)(
    'O11 granting after %s leaves the same rows in the books',
    async (from) => {
      const [one, twin] = await Promise.all(
        [1, 2].map(async () => {
          const player = await createPlayer(site.deps);
          const id = await pendingOrder(site, player);
          if (from === 'review') await hear(site, id, 'paid', { amountCents: 4990 });
          else for (const kind of ['paid', 'chargedBack'] as const) await hear(site, id, kind);
          return { id, player };
        }),
      );
      const preview = (await act(regrantOrder, one!.id, {}, { preview: true })).json();
      expect(preview).toMatchObject({ before: { coins: 0 }, after: { coins: 550, state: 'granted' } });
      expect((await act(regrantOrder, one!.id)).json()).toMatchObject({ state: 'granted' });
      expect(await regrantByCommand(site.deps, twin!.id, 'they asked for it')).toBe('granted');
      expect(await booksOf(one!.id, one!.player)).toEqual(await booksOf(twin!.id, twin!.player));
      expect(codeOf(await act(regrantOrder, one!.id))).toBe('orderNotGrantable');
      expect(await hear(site, one!.id, 'pending')).toBe('granted');
    },
  );

  test('O11 a receipt goes out again, and only for what was paid', async () => {
    const { id } = await paid();
    expect((await act(resendReceipt, id)).json()).toEqual({ receipts: 2 });
    const mails = linesOf(await show(id), 'mail').map(({ mail }) => mail);
    expect(mails).toEqual(['receipt', 'receipt']);
    const unpaid = await pendingOrder(site, await createPlayer(site.deps));
    expect(codeOf(await act(resendReceipt, unpaid))).toBe('orderHasNoReceipt');
  });

  test('O11 a note stands in the timeline; support may write it, a viewer may not', async () => {
    const { id } = await paid();
    const [support, viewer] = [await createOperator(site, 'support'), await createOperator(site, 'viewer')];
    const note = { reason: 'rang twice, calls back' };
    expect((await act(noteOrder, id, note, { by: support })).statusCode).toBe(200);
    expect(codeOf(await act(noteOrder, id, note, { by: viewer }))).toBe('operatorForbidden');
    expect(linesOf(await show(id), 'act').filter((line) => line.act === 'noteOrder')).toMatchObject([
      { operator: 'support', reason: note.reason },
    ]);
  });

  test('O11 the provider is asked again, and the order follows', async () => {
    owner ??= await createOperator(site, 'owner');
    const player = await createPlayer(site.deps);
    const id = await pendingOrder(site, player);
    provider.truth.set(refOf(id), [await eventOf(site, id, 'paid')]);
    expect((await act(askProvider, id)).json()).toEqual({ state: 'granted', news: 1 });
    expect((await act(askProvider, id)).json()).toEqual({ state: 'granted', news: 0 });
    provider.failures = 1;
    expect(codeOf(await act(askProvider, id))).toBe('paymentUnavailable');
    expect(linesOf(await show(id), 'act').filter((line) => line.act === 'askProvider')).toHaveLength(3);
  });
});
