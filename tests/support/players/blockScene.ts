import { invite, verify } from './referrals.ts';
import { createMember, type Member } from './settings.ts';
import { applyPaymentEvent, giveCoins, pendingOrder } from './shopping.ts';
import { GOOD } from '../catalogue/testShop.ts';
import { GameAdapter, gameKeyOf, forgetGames, callOffWaiting } from '../services/gameAdapter.ts';
import type { TestApp } from '../app/testApp.ts';

export const GAME_SERVICE = { product_type: 'Services', goods_id: GOOD.service };

export interface BlockScene {
  member: Member;
  /** An order that waits for its payment. */
  unpaid: string;
  /** A player whom the member has invited. */
  friend: { accountId: number };
}

/**
 * A player who can do everything: has coins and cases, an unpaid order, a waiting delivery, and cash-back on hold.
 */
export async function createBlockScene(app: TestApp): Promise<BlockScene> {
  const member = await createMember(app, { stock: { 1: 20 } });
  const { accountId, headers } = member;
  await giveCoins(app, accountId, 1000);
  await applyPaymentEvent(app, await pendingOrder(app, member, GAME_SERVICE), 'paid');
  const unpaid = await pendingOrder(app, member);
  await app.post('/api/v1/user/spend-permit', { coinsPerDay: 100 }, headers);
  const friend = await invite(app, member);
  await verify(app, friend);
  await applyPaymentEvent(app, await pendingOrder(app, friend), 'paid');
  return { member, unpaid, friend };
}

/** An adapter of the only game server, without waiting deliveries. */
export async function onlyAdapter(app: TestApp): Promise<GameAdapter> {
  await forgetGames(app);
  await callOffWaiting(app);
  const scopes = ['deliver', 'players', 'link', 'purchase'] as const;
  const adapter = new GameAdapter(app, await gameKeyOf(app, 'everest', [...scopes]));
  await adapter.hello();
  return adapter;
}

/** Brings the player onto the game server. */
export const joinGame = (adapter: GameAdapter, { login }: Member): Promise<unknown> =>
  adapter.work({ joined: [{ player: login, ids: [] }], max: 0 });

let keys = 0;

/** Buys something in the game. @returns `done`, or the code of the refusal */
export async function buyInGame(adapter: GameAdapter, { login }: Member): Promise<string> {
  const wish = { key: `in-the-game-${++keys}`, player: login, goods: GOOD.serviceForCoins };
  const bought = await adapter.call('purchases', { ...wish, count: 1, coins: 50 });
  return 'refused' in bought ? bought.refused : 'done';
}
