import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MAIL_AFTER_MINUTES } from '#/contract/kernel/playerNews.ts';
import { ORDER_MINUTES } from '#/contract/kernel/limits.ts';
import { LOCALES } from '#/contract/kernel/locale.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { expireOrders } from '#/server/domain/orders/expireOrders.ts';
import { mailNews } from '#/server/jobs/mailNews.ts';
import { mailContent } from '#/server/platform/mail/mailContent.ts';
import { createBrowser } from '../../../support/app/browser.ts';
import { CAPTCHA } from '../../../support/app/factories.ts';
import { queuedMails } from '../../../support/app/queuedMails.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { cartOf, coinForm, goodForm, saveCart } from '../../../support/players/carts.ts';
import { newsOf } from '../../../support/players/news.ts';
import { keepSessions } from '../../../support/players/referrals.ts';
import { createMember, type Member } from '../../../support/players/settings.ts';
import {
  applyPaymentEvent,
  orderOf,
  pendingOrder,
  useFakeProvider,
} from '../../../support/players/shopping.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';

const MINUTE_MS = 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

/** Orders coins, or a good, as a player who is signed in. @returns the public id of the order, which waits for its payment */
async function orderAs({ login, headers }: Member, goodsId?: number): Promise<string> {
  const browser = createBrowser(app);
  const form = goodsId === undefined ? coinForm(login) : goodForm(login, goodsId);
  cartOf(await saveCart(browser, form, { headers }));
  const reply = await browser.send('POST', '/api/donate/order', { captcha: CAPTCHA }, headers);
  return reply.json<{ order: string }>().order;
}
const pass = async (minutes: number) => {
  app.advanceMs(minutes * MINUTE_MS);
  await keepSessions(app);
  await expireOrders(app.deps);
};
const kinds = async (member: Member) => (await newsOf(app, member)).map(({ kind }) => kind);
const mailsTo = async ({ email }: Member) =>
  (await queuedMails(app, email)).filter(({ kind }) => kind === 'playerNews');

describe('C15 an order that ran out unpaid', () => {
  test('is told once to the player who ordered it, with its number', async () => {
    const member = await createMember(app);
    const id = await orderAs(member);
    await pass(ORDER_MINUTES - 1);
    expect(await newsOf(app, member)).toEqual([]);
    await pass(1);
    const { number } = await orderOf(app, id);
    const told = [{ kind: 'unpaid', isRead: false, title: expect.any(String), order: id, number }];
    expect(await newsOf(app, member)).toEqual(told);
    await pass(ORDER_MINUTES);
    expect(await newsOf(app, member)).toEqual(told);
  });

  test('is told once by two servers and a provider that report it at the same time', async () => {
    const member = await createMember(app);
    const id = await orderAs(member);
    app.advanceMs(ORDER_MINUTES * MINUTE_MS);
    await keepSessions(app);
    const sibling = await createSibling(app);
    const there = { ...sibling.deps, now: app.deps.now, payments: app.deps.payments };
    await Promise.all([expireOrders(app.deps), expireOrders(there), applyPaymentEvent(app, id, 'expired')]);
    expect(await kinds(member)).toEqual(['unpaid']);
    await sibling.close();
  });

  test('is told when the provider closes the payment', async () => {
    const member = await createMember(app);
    await applyPaymentEvent(app, await orderAs(member), 'expired');
    expect(await kinds(member)).toEqual(['unpaid']);
  });

  test('of a visitor is told to nobody: anybody may name an account and not pay', async () => {
    const member = await createMember(app);
    await pendingOrder(app, member);
    await pass(ORDER_MINUTES);
    expect(await newsOf(app, member)).toEqual([]);
  });

  test.each(['the same', 'another'])(
    'is not told to those who have ordered %s again since',
    async (thing) => {
      const member = await createMember(app);
      await orderAs(member);
      await pass(ORDER_MINUTES / 2);
      const later = await orderAs(member, thing === 'another' ? GOOD.premium : undefined);
      await pass(ORDER_MINUTES / 2);
      expect(await newsOf(app, member)).toEqual([]);
      await applyPaymentEvent(app, later, 'paid');
      await pass(ORDER_MINUTES);
      expect(await kinds(member)).toEqual([]);
    },
  );

  test('is not told to those who have paid for an earlier order instead', async () => {
    const member = await createMember(app);
    const earlier = await orderAs(member);
    await pass(ORDER_MINUTES / 2);
    await orderAs(member);
    await applyPaymentEvent(app, earlier, 'paid');
    await pass(ORDER_MINUTES);
    expect(await newsOf(app, member)).toEqual([]);
  });

  test('is told of the last one to those who gave several up', async () => {
    const member = await createMember(app);
    for (let at = 0; at < 3; at++) await orderAs(member);
    const last = await orderAs(member);
    await pass(ORDER_MINUTES);
    expect(await newsOf(app, member)).toMatchObject([{ kind: 'unpaid', order: last }]);
  });

  test('is no news any more once its money comes after all', async () => {
    const member = await createMember(app);
    const id = await orderAs(member);
    await pass(ORDER_MINUTES);
    expect(await kinds(member)).toEqual(['unpaid']);
    expect(await applyPaymentEvent(app, id, 'paid')).toBe('granted');
    expect(await kinds(member)).toEqual([]);
  });

  test('counts as read once the player orders again', async () => {
    const member = await createMember(app);
    await orderAs(member);
    await pass(ORDER_MINUTES);
    await pendingOrder(app, member);
    expect(await newsOf(app, member)).toMatchObject([{ kind: 'unpaid', isRead: false }]);
    await orderAs(member);
    expect(await newsOf(app, member)).toMatchObject([{ kind: 'unpaid', isRead: true }]);
  });
});

describe('C16 the mail of an unpaid order', () => {
  const choose = ({ headers }: Member, choice: string) =>
    app.post('/api/v1/user/mail-choices', { kind: 'unpaid', choice }, headers);

  test.each(LOCALES)(
    'in %s names the order, says that nothing was charged, and leads to it',
    async (locale) => {
      const member = await createMember(app);
      await app.pool.query('UPDATE accounts SET locale = $2 WHERE id = $1', [member.accountId, locale]);
      await choose(member, 'now');
      const id = await orderAs(member);
      await pass(ORDER_MINUTES);
      await pass(MAIL_AFTER_MINUTES);
      await mailNews(app.deps);
      const [mail, ...others] = await mailsTo(member);
      expect(others).toEqual([]);
      const { facts, action, stop } = mailContent(app.deps.config, mail!);
      const { number } = await orderOf(app, id);
      expect(facts).toHaveLength(1);
      expect(facts[0]!.value).toContain(number);
      expect(facts[0]!.value).toMatch(/ничего не списано|нічого не списано|nothing was charged/);
      expect(action?.url).toContain(`/donate/success?order=${id}`);
      expect(stop?.url).toBeDefined();
      await pass(ORDER_MINUTES);
      await mailNews(app.deps);
      expect(await mailsTo(member)).toHaveLength(1);
    },
  );

  test('is not sent to those who want none, nor to those who ordered again before it', async () => {
    const [quiet, again] = [await createMember(app), await createMember(app)];
    await choose(quiet, 'off');
    await choose(again, 'now');
    for (const member of [quiet, again]) await orderAs(member);
    await pass(ORDER_MINUTES);
    await orderAs(again);
    await pass(MAIL_AFTER_MINUTES);
    await mailNews(app.deps);
    for (const member of [quiet, again]) expect(await mailsTo(member)).toEqual([]);
    expect(await kinds(quiet)).toEqual(['unpaid']);
  });
});
