import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { mailContent } from '#/server/platform/mail/mailContent.ts';
import { refundOrder } from '#/server/operator/operateOrders.ts';
import { createPlayer, type Player } from '../../../support/app/factories.ts';
import { queuedMails } from '../../../support/app/queuedMails.ts';
import { auditOf } from '../../../support/players/settings.ts';
import {
  applyPaymentEvent,
  balanceOf,
  type FakeProvider,
  movesOf,
  orderOf,
  pendingOrder,
  stockOf,
  useFakeProvider,
} from '../../../support/players/shopping.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';

let app: TestApp;
let provider: FakeProvider;
let player: Player;

beforeAll(async () => {
  app = await createTestApp();
  provider = useFakeProvider(app);
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

const ordered = async (purchase?: object) => {
  player = await createPlayer(app.deps);
  const id = await pendingOrder(app, player, purchase);
  await applyPaymentEvent(app, id, 'paid');
  return id;
};
const mailsOfPlayer = async () => {
  const { rows } = await app.pool.query<{ email: string }>('SELECT email FROM accounts WHERE id = $1', [
    player.accountId,
  ]);
  return queuedMails(app, rows[0]!.email);
};
const mailKinds = async () => (await mailsOfPlayer()).map(({ kind }) => kind);

test('OR5 a refund that comes to nothing gives again what it took, tells player and operator, once', async () => {
  const id = await ordered();
  expect(await applyPaymentEvent(app, id, 'refunded', { causeRef: `${id}-r1` })).toBe('refunded');
  expect(await balanceOf(app, player.accountId)).toBe(0);
  for (let time = 0; time < 3; time++)
    expect(await applyPaymentEvent(app, id, 'refundFailed', { causeRef: `${id}-r1` })).toBe('granted');
  expect(await balanceOf(app, player.accountId)).toBe(550);
  expect((await orderOf(app, id)).refunded_cents).toBe(0);
  expect(await movesOf(app, id)).toEqual(['created', 'pending', 'paid', 'granted', 'refunded', 'granted']);
  expect(
    (await auditOf(app, player.accountId)).filter((event) => event === 'orderRefundFailed'),
  ).toHaveLength(1);
  expect(await mailKinds()).toEqual(['receipt', 'orderRefunded', 'orderRefundFailed']);
});

test('OR5 goods come again: cases and Premium of an order whose refund failed', async () => {
  const id = await ordered({ product_type: 'casesItem', goods_id: GOOD.fiveCases, product_qty: 2 });
  await applyPaymentEvent(app, id, 'refunded', { causeRef: `${id}-r1` });
  expect(await stockOf(app, player.accountId, 1)).toBe(0);
  await applyPaymentEvent(app, id, 'refundFailed', { causeRef: `${id}-r1` });
  expect(await stockOf(app, player.accountId, 1)).toBe(10);
});

test('OR5 the operator refunds again under a new key, and the player hears of it again', async () => {
  const id = await ordered();
  await refundOrder(app.deps, id, { reason: 'as they asked' });
  await applyPaymentEvent(app, id, 'refunded', { causeRef: `${id}-r1` });
  await applyPaymentEvent(app, id, 'refundFailed', { causeRef: `${id}-r1` });
  await refundOrder(app.deps, id, { reason: 'to another card' });
  const keys = provider.refunds.filter(({ paymentRef }) => paymentRef.includes(id)).map(({ key }) => key);
  expect(new Set(keys).size).toBe(2);
  expect(await applyPaymentEvent(app, id, 'refunded', { causeRef: `${id}-r2` })).toBe('refunded');
  expect(await balanceOf(app, player.accountId)).toBe(0);
  expect(await mailKinds()).toEqual(['receipt', 'orderRefunded', 'orderRefundFailed', 'orderRefunded']);
});

test('OR5 of two refunds in part only the one that failed is undone', async () => {
  const id = await ordered();
  await applyPaymentEvent(app, id, 'refunded', { amountCents: 2000, causeRef: `${id}-a` });
  expect(await applyPaymentEvent(app, id, 'refunded', { amountCents: 3000, causeRef: `${id}-b` })).toBe(
    'refunded',
  );
  expect(await applyPaymentEvent(app, id, 'refundFailed', { amountCents: 3000, causeRef: `${id}-b` })).toBe(
    'granted',
  );
  expect((await orderOf(app, id)).refunded_cents).toBe(2000);
  expect(await balanceOf(app, player.accountId)).toBe(550);
});

test('N4 heard before its refund, or of none at all, it changes nothing', async () => {
  const id = await ordered();
  expect(await applyPaymentEvent(app, id, 'refundFailed', { causeRef: `${id}-r1` })).toBe('granted');
  expect(await applyPaymentEvent(app, id, 'refunded', { causeRef: `${id}-r1` })).toBe('granted');
  expect(await balanceOf(app, player.accountId)).toBe(550);
  expect(await mailKinds()).toEqual(['receipt']);
});

test('N4 an order that granted nothing waits for the operator again', async () => {
  player = await createPlayer(app.deps);
  const id = await pendingOrder(app, player);
  const other = { amountCents: 4000 };
  await applyPaymentEvent(app, id, 'paid', other);
  expect(await applyPaymentEvent(app, id, 'refunded', { ...other, causeRef: `${id}-r1` })).toBe('refunded');
  expect(await applyPaymentEvent(app, id, 'refundFailed', { ...other, causeRef: `${id}-r1` })).toBe('review');
  expect(await balanceOf(app, player.accountId)).toBe(0);
});

test('C16 the mail about a charge-back says that the bank took the money, and all goods are gone', async () => {
  const leads: string[] = [];
  for (const kind of ['refunded', 'chargedBack'] as const) {
    const id = await ordered();
    await applyPaymentEvent(app, id, kind, { amountCents: 100 });
    const mail = (await mailsOfPlayer()).at(-1)!;
    expect(mail).toMatchObject({ kind: 'orderRefunded', variables: { order: id, refundedCents: 100 } });
    leads.push(mailContent(app.deps.config, { ...mail, locale: 'en' }).paragraphs[1]!);
  }
  expect(leads[0]).toContain('We refunded this order');
  expect(leads[1]).toContain('bank took the money');
  expect(leads[1]).not.toContain('We refunded');
});
