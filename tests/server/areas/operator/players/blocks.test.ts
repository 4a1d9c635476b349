import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BLOCK_SCOPES, type BlockScope } from '#/contract/kernel/blocks.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { releaseCashBacks } from '#/server/domain/referral/releaseCashBacks.ts';
import { open } from '../../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { GOOD } from '../../../../support/catalogue/testShop.ts';
import { blockAccount } from '../../../../support/players/blocks.ts';
import {
  type BlockScene,
  buyInGame,
  createBlockScene,
  joinGame,
  onlyAdapter,
} from '../../../../support/players/blockScene.ts';
import { goodsInGame } from '../../../../support/players/deliveries.ts';
import { balancesOf } from '../../../../support/players/referrals.ts';
import { signIn } from '../../../../support/players/settings.ts';
import {
  applyPaymentEvent,
  order,
  pendingOrder,
  useFakeProvider,
} from '../../../../support/players/shopping.ts';
import type { GameAdapter } from '../../../../support/services/gameAdapter.ts';

/** Shorter than a sign-in is fresh. */
const BLOCK_MS = 5 * 60_000;

let app: TestApp;
let adapter: GameAdapter;

beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
});
beforeEach(async () => {
  adapter = await onlyAdapter(app);
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

const outcomeOf = (reply: { statusCode: number; body: string }) =>
  reply.statusCode < 300 ? 'done' : (JSON.parse(reply.body) as { code: string }).code;

/** Buys a cart that the signed-in player has saved. */
async function buyForEuro({ member }: BlockScene): Promise<string> {
  const form = {
    captcha: 'x',
    server: 'everest',
    login: member.login,
    product_type: 'one_coin',
    amount: 500,
  };
  const cart = await app.post('/api/donate/cart', form, member.headers);
  if (cart.statusCode !== 200) return outcomeOf(cart);
  const cookie = cart.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return outcomeOf(await order(app, { headers: { ...member.headers, cookie } }));
}

/** Everything that a block can stop, and what the stopped player meets. */
const ACTIONS: readonly (readonly [
  name: string,
  scope: BlockScope,
  refused: string,
  act: (scene: BlockScene) => Promise<string>,
])[] = [
  [
    'signing in',
    'sign-in',
    'accountBlocked',
    async ({ member }) => outcomeOf(await signIn(app, member.login)),
  ],
  [
    'buying with coins',
    'buy',
    'accountBlocked',
    async ({ member }) => {
      const good = { product_id: GOOD.caseForCoins, product_type: 0, product_qty: 1 };
      return outcomeOf(await app.post('/api/v1/order/store-by-coin', good, member.headers));
    },
  ],
  ['buying for euro', 'buy', 'accountBlocked', buyForEuro],
  [
    'buying for them as a visitor',
    'buy',
    'accountNotFound',
    async ({ member }) => {
      const form = { captcha: 'x', server: 'everest', login: member.login, product_type: 'one_coin' };
      return outcomeOf(await app.post('/api/donate/cart', { ...form, amount: 500 }));
    },
  ],
  [
    'paying an order in another way',
    'buy',
    'accountNotFound',
    async ({ unpaid }) => {
      const wish = { payment_method_name: 'bitcoin' };
      return outcomeOf(await app.post(`/api/donate/order/${unpaid}/payment`, wish));
    },
  ],
  [
    'opening a case',
    'open',
    'accountBlocked',
    async ({ member }) => outcomeOf(await open(app, member, { case_id: 1 })),
  ],
  [
    'opening several',
    'open',
    'accountBlocked',
    async ({ member }) => {
      const wish = { case_id: 1, count: 5 };
      return outcomeOf(await app.post('/api/v1/cases/open-multiple/', wish, member.headers));
    },
  ],
  [
    'letting the game spend more',
    'spend-in-game',
    'accountBlocked',
    async ({ member }) =>
      outcomeOf(await app.post('/api/v1/user/spend-permit', { coinsPerDay: 200 }, member.headers)),
  ],
  ['buying in the game', 'spend-in-game', 'accountBlocked', ({ member }) => buyInGame(adapter, member)],
  [
    'getting things in the game',
    'deliver',
    'waits',
    async ({ member }) => {
      await joinGame(adapter, member);
      await adapter.work();
      const goods = await goodsInGame(app, member.accountId);
      return goods.includes('give 1 unban leased') ? 'done' : 'waits';
    },
  ],
  [
    'getting a share for an invited player',
    'refer',
    'none',
    async ({ member, friend }) => {
      const { hold } = await balancesOf(app, member.accountId);
      await applyPaymentEvent(app, await pendingOrder(app, friend), 'paid');
      return (await balancesOf(app, member.accountId)).hold > hold ? 'done' : 'none';
    },
  ],
  [
    'getting what was on hold',
    'refer',
    'stays',
    async ({ member }) => {
      const { hold } = await balancesOf(app, member.accountId);
      await app.pool.query(
        `UPDATE cash_backs SET release_at = $2, created_at = $2::timestamptz - interval '14 days'
          WHERE inviter_id = $1 AND state = 'held'`,
        [member.accountId, app.deps.now()],
      );
      await releaseCashBacks(app.deps);
      return (await balancesOf(app, member.accountId)).hold < hold ? 'done' : 'stays';
    },
  ],
];

/** Results of all actions, by their names. */
async function tryAll(scene: BlockScene): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {};
  for (const [name, , , act] of ACTIONS) outcomes[name] = await act(scene);
  return outcomes;
}

const expected = (scope: BlockScope | null) =>
  Object.fromEntries(ACTIONS.map(([name, of, refused]) => [name, of === scope ? refused : 'done']));

describe('O14 a block', () => {
  test('leaves everything to a player who has none', async () => {
    expect(await tryAll(await createBlockScene(app))).toEqual(expected(null));
  });

  test.each(BLOCK_SCOPES)('of %s stops exactly that, and ends by the clock', async (scope) => {
    const scene = await createBlockScene(app);
    const { accountId } = scene.member;
    const endsAt = new Date(app.deps.now().getTime() + BLOCK_MS);
    await blockAccount(app, accountId, scope, { endsAt });
    // a blocked sign-in has ended the sessions: with one that goes on everything else works
    await app.pool.query('UPDATE sessions SET ended_at = NULL WHERE account_id = $1', [accountId]);
    expect(await tryAll(scene)).toEqual(expected(scope));
    app.advanceMs(BLOCK_MS - 1);
    for (const [name, of, refused, act] of ACTIONS)
      if (of === scope) expect(await act(scene), name).toBe(refused);
    app.advanceMs(1);
    for (const [name, of, , act] of ACTIONS) if (of === scope) expect(await act(scene), name).toBe('done');
  });
});
