import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { Hit } from '#/contract/operator/search.ts';
import { createPlayer, open, type Player } from '../../../../support/app/factories.ts';
import { GOOD } from '../../../../support/catalogue/testShop.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createOperator, type TestOperator } from '../../../../support/desks/operators.ts';
import {
  applyPaymentEvent,
  giveCoins,
  loginOf,
  pendingOrder,
  refOf,
  useFakeProvider,
} from '../../../../support/players/shopping.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';

let site: TestApp;
let viewer: TestOperator;
let player: Player;
let login: string;
let order: string;

const { search, searchEmail } = operatorCalls;
const find = async (q: string): Promise<Hit[]> =>
  (await viewer.browser.call(search, { query: { q } })).json().hits;
const idsOf = (hits: Hit[], kind: Hit['kind']) => hits.filter((hit) => hit.kind === kind).map(({ id }) => id);
const valueOf = async (text: string, ...values: unknown[]): Promise<string> =>
  String((await site.pool.query<{ value: unknown }>(text, values)).rows[0]!.value);

beforeAll(async () => {
  site = await createTestApp();
  useFakeProvider(site);
  viewer = await createOperator(site, 'viewer');
  player = await createPlayer(site.deps, { 1: 1 });
  login = await loginOf(site, player);
  await giveCoins(site, player.accountId, 500);
  order = await pendingOrder(site, player, { product_type: 'Services', goods_id: GOOD.service });
  await applyPaymentEvent(site, order, 'paid');
  await open(site, player, { case_id: 1 });
});
afterAll(() => site.close());

describe('O10 the search box', () => {
  test('O10 finds an order by its id, its payment and a payment that was replaced', async () => {
    await site.pool.query(
      `INSERT INTO replaced_payments (provider, payment_ref, order_id, replaced_at)
        SELECT 'sandbox', 'cs_replaced', id, now() FROM orders WHERE public_id = $1`,
      [order],
    );
    const number = await valueOf('SELECT number AS value FROM orders WHERE public_id = $1', order);
    for (const q of [order, number, ` ${order} `, refOf(order), 'cs_replaced'])
      expect(await find(q), q).toEqual([
        {
          kind: 'order',
          id: order,
          words: `${number} · ${login}@everest · granted · 2.50 EUR`,
          player: null,
        },
      ]);
  });

  test('O10 finds a player by login, its beginning, promo code, player and character of the game, and id', async () => {
    const { accountId } = player;
    await site.pool.query(
      `INSERT INTO game_links (account_id, server_key, player, character, state, linked_at, confirmed_at)
        VALUES ($1, 'everest', 'license2:9f00', 'QBX77', 'active', now(), now())`,
      [accountId],
    );
    const promo = await valueOf('SELECT user_promo_code AS value FROM accounts WHERE id = $1', accountId);
    const known = [
      login,
      login.toUpperCase(),
      login.slice(0, -2),
      promo,
      'license2:9f00',
      'QBX77',
      String(accountId),
    ];
    for (const q of known) expect(idsOf(await find(q), 'player'), q).toContain(String(accountId));
    expect((await find(login))[0]).toEqual({
      kind: 'player',
      id: String(accountId),
      words: `${login}@everest`,
      player: null,
    });
  });

  test('O10 finds deliveries, coupons, draws and discount codes', async () => {
    await site.pool.query(
      `INSERT INTO discount_codes (code, percent_basis_points, created_at) VALUES ('SPRING', 1000, now())`,
    );
    const own = [player.accountId];
    const delivery = await valueOf(
      'SELECT id AS value FROM deliveries WHERE account_id = $1 LIMIT 1',
      ...own,
    );
    const coupon = await valueOf('SELECT id AS value FROM coupons WHERE account_id = $1', ...own);
    const draw = await valueOf('SELECT draw_id AS value FROM coupons WHERE account_id = $1', ...own);
    expect(idsOf(await find(delivery), 'delivery')).toEqual([delivery]);
    expect(idsOf(await find(coupon), 'coupon')).toEqual([coupon]);
    expect(idsOf(await find(draw), 'draw')).toEqual([draw]);
    // they lead to the prizes of their player
    for (const [id, kind] of [
      [coupon, 'coupon'],
      [draw, 'draw'],
    ] as const)
      expect((await find(id)).find((hit) => hit.kind === kind)?.player).toBe(player.accountId);
    expect(idsOf(await find('spring'), 'discountOrders')).toEqual(['SPRING']);
    // its own page is for those who may edit codes
    expect(idsOf(await find('spring'), 'discount')).toEqual([]);
  });

  test('O10 takes wildcards as letters, and refuses texts that are not searchable', async () => {
    for (const q of ['%', '_', `${login.slice(0, 2)}%`, String.raw`\ `, "' OR 1=1 --", 'nobody@example.org'])
      expect(await find(q), q).toEqual([]);
    for (const q of ['', ' ', 'a\0b', 'x'.repeat(301)])
      expect(codeOf(await viewer.browser.call(search, { query: { q } })), q).toBe('badRequest');
    expect(await find('9'.repeat(40))).toEqual([]);
  });

  test('O10 shows ten at most', async () => {
    for (let at = 0; at < 12; at += 1) await createPlayer(site.deps);
    const rows = await valueOf(`SELECT substr(min(login), 1, 1) AS value FROM accounts`);
    expect((await find(rows)).length).toBeLessThanOrEqual(10);
  });

  test('O10 an address is found only with the permission to see it, and the look is audited', async () => {
    const email = await valueOf('SELECT email AS value FROM accounts WHERE id = $1', player.accountId);
    const support = await createOperator(site, 'support');
    const hits = (await support.browser.call(searchEmail, { body: { email } })).json().hits;
    expect(idsOf(hits, 'player')).toEqual([String(player.accountId)]);
    expect(await find(email)).toEqual([]);
    expect(codeOf(await viewer.browser.call(searchEmail, { body: { email } }))).toBe('operatorForbidden');
    const { rows } = await site.pool
      .query(`SELECT operator_id::int, after, row_to_json(audit)::text AS line FROM audit
      WHERE event = 'emailSearched'`);
    expect(rows).toMatchObject([{ operator_id: support.id, after: { players: [player.accountId] } }]);
    expect(rows[0].line).not.toContain(email);
  });

  test('O10 leads from a code, and from one of a batch, to its own page and to its orders', async () => {
    const owner = await createOperator(site, 'owner');
    const id = await valueOf(
      `INSERT INTO discount_codes (code, percent_basis_points, created_at) VALUES ('BATCH-7K2M', 1000, now())
        RETURNING id AS value`,
    );
    await site.pool.query('UPDATE discount_codes SET batch_id = id WHERE id = $1', [id]);
    const { hits } = (await owner.browser.call(search, { query: { q: 'batch-7k2m' } })).json<{
      hits: Hit[];
    }>();
    expect(hits).toEqual([
      { kind: 'discount', id, words: 'BATCH-7K2M', player: null },
      { kind: 'discountOrders', id: 'BATCH-7K2M', words: 'BATCH-7K2M', player: null },
    ]);
  });

  test('O10 finds a number as the pages write it, and a promo code in small letters', async () => {
    const { accountId } = player;
    const promo = await valueOf('SELECT user_promo_code AS value FROM accounts WHERE id = $1', accountId);
    for (const q of [`№ ${accountId}`, `#${accountId}`, promo.toLowerCase()])
      expect(idsOf(await find(q), 'player'), q).toContain(String(accountId));
  });
});
