import type { ConvertReply, OpenCaseReply, OpenMultipleReply } from '#/contract/cases.ts';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { checkBooks } from '#/server/domain/books/checkBooks.ts';
import { cleanUp } from '#/server/jobs/cleanUp.ts';
import { releaseCashBacks } from '#/server/domain/referral/releaseCashBacks.ts';
import { rewardMilestones } from '#/server/domain/referral/rewardMilestones.ts';
import { expireOrders } from '#/server/domain/orders/expireOrders.ts';
import { createPlayer } from '../../support/app/factories.ts';
import { keepSessions, verify } from '../../support/players/referrals.ts';
import { GOOD } from '../../support/catalogue/testShop.ts';
import { give, type ModelPlayer, newGift, newPlayer, openPieces, stockOf } from './books.ts';
import { chargeBack, failRefund, ofOrder, order, refund, say, winDispute } from './orders.ts';
import { DAY_MS, passTime } from './referral.ts';
import { type Act, callOnce, expectOk, expectSame, type ModelRun, nowMs, pick, type Step } from './run.ts';

/* Steps that change the site's money: each is made on the server and in the model. */

const MAX_PLAYERS = 7;
const HOURS = [1, 25, 24 * 8, 24 * 15];
/** Keys are kept for two days. */
const KEY_MS = 2 * DAY_MS - 1000;

/** A new player, invited by an earlier one more often than not. */
async function signUp(run: ModelRun, { who, size }: Step): Promise<void> {
  if (run.players.length === MAX_PLAYERS) return;
  const player = await createPlayer(run.site.deps);
  const isConfirmed = size % 5 > 0 || run.players.length === 0;
  if (isConfirmed) await verify(run.site, player);
  const { rows } = await run.site.pool.query<{ code: string }>(
    `UPDATE accounts SET sign_up_network = 'network ' || id WHERE id = $1 RETURNING user_promo_code AS code`,
    [player.accountId],
  );
  run.players.push({ ...newPlayer(player.accountId, isConfirmed), ...player, code: rows[0]!.code });
  const invited: Step = {
    act: 'saveInviter',
    who: run.players.length - 1,
    which: who % 2 === 0 ? 0 : who,
    size,
  };
  if (size % 4 > 0) await saveInviter(run, invited);
}

/** Happens once for each player, before their first payment, and never in a circle. */
async function saveInviter(run: ModelRun, { who, which }: Step): Promise<void> {
  const player = pick(run.players, who)!;
  const inviter = pick(run.players, which)!;
  let above: ModelPlayer | undefined = inviter;
  while (above && above !== player) above = above.inviter;
  const isAllowed = !player.inviter && !above && !player.orders.some(({ isGiven }) => isGiven);
  const reply = await callOnce(run, player, '/api/v1/user/promo-code', { promo_code: inviter.code });
  if (expectOk('an invitation', reply, isAllowed)) player.inviter = inviter;
}

/** Picks a player, three times out of four one who can make the step, if there is one. */
function pickAble(
  { players }: ModelRun,
  { who, size }: Step,
  isAble: (player: ModelPlayer) => boolean,
): ModelRun['players'][number] {
  const able = size % 4 > 0 ? players.filter(isAble) : [];
  return pick(able, who) ?? pick(players, who)!;
}

/** Cases for a few coins, or for all that are there. */
async function buyWithCoins(run: ModelRun, step: Step): Promise<void> {
  const { size } = step;
  const player = pickAble(run, step, ({ coins }) => coins >= 20);
  const most = Math.min(200, Math.floor(player.coins / 20));
  const count = size % 2 === 0 && most > 0 ? most : 1 + (size % 3);
  const body = { product_id: GOOD.caseForCoins, product_type: 0, product_qty: count };
  const reply = await callOnce(run, player, '/api/v1/order/store-by-coin', body);
  if (!expectOk('a purchase', reply, player.coins >= 20 * count)) return;
  player.coins -= 20 * count;
  give(player, newGift(0, 1, count, 20));
}

async function openCases(run: ModelRun, step: Step): Promise<void> {
  const { which, size } = step;
  const case_id = which % 4 === 0 ? 2 : 1;
  const player = pickAble(run, step, (each) => each.coins >= 0 && stockOf(each, case_id) > 0);
  const count = size % 3 === 0 ? 5 : 1;
  const url = count === 1 ? '/api/v1/cases/open/' : '/api/v1/cases/open-multiple/';
  const reply = await callOnce(run, player, url, count === 1 ? { case_id } : { case_id, count });
  const isAllowed = player.coins >= 0 && stockOf(player, case_id) >= count;
  if (!expectOk('an opening', reply, isAllowed)) return;
  const { coupons } = reply.json<OpenCaseReply | OpenMultipleReply>();
  expectSame('the number of prizes', coupons.length, count);
  openPieces(player, case_id, count);
  player.lastOpenedMs = nowMs(run);
  for (const { id, premiumCoinsPrice: price, isSwapAvailable } of coupons)
    player.coupons.push({ id, price, isSwappable: isSwapAvailable, isSwapped: false });
}

/** Swaps one to three prizes for coins, all or none; a prize that was swapped before pays nothing. */
async function swapPrizes(run: ModelRun, step: Step): Promise<void> {
  const { which, size } = step;
  const player = pickAble(run, step, ({ coupons }) => coupons.length > 0);
  const from = which % Math.max(1, player.coupons.length);
  const chosen = player.coupons.slice(from, from + 1 + (size % 3));
  if (chosen.length === 0) return;
  const ids = chosen.map(({ id }) => id);
  const reply = await callOnce(run, player, '/api/v1/coupons/convert', { ids });
  const fresh = chosen.filter(({ isSwapped }) => !isSwapped);
  if (
    !expectOk(
      'a swap',
      reply,
      fresh.every(({ isSwappable }) => isSwappable),
    )
  )
    return;
  const paid = fresh.reduce((sum, { price }) => sum + price, 0);
  expectSame('what a swap paid', reply.json<ConvertReply>().paid, paid);
  player.coins += paid;
  for (const coupon of fresh) coupon.isSwapped = true;
}

/**
 * Sends the same key again. The same body gets the same answer, another one is refused, and nothing happens.
 */
async function repeatCall(run: ModelRun, { which, size }: Step): Promise<void> {
  const young = run.calls.filter(({ atMs }) => nowMs(run) - atMs < KEY_MS);
  const call = pick(young, young.length - 1 - (which % Math.max(1, young.length)));
  if (!call) return;
  const { player, url, body, key, answer } = call;
  const headers = { ...player.headers, [IDEMPOTENCY_HEADER]: key };
  const isOther = size % 4 === 0 && 'product_qty' in body;
  const sent = isOther ? { ...body, product_qty: 7 } : body;
  const reply = await run.site.post(url, sent, headers);
  if (expectOk('a repeated call', reply, !isOther)) expectSame('its answer', reply.json(), answer);
}

async function letTimePass(run: ModelRun, { size }: Step): Promise<void> {
  const { site } = run;
  site.advanceMs(pick(HOURS, size)! * 60 * 60_000 + 1000);
  await keepSessions(site);
  for (const job of [expireOrders, releaseCashBacks, rewardMilestones, cleanUp, checkBooks])
    await job(site.deps);
  passTime(run.players, nowMs(run));
}

export const ACTS = {
  signUp,
  saveInviter,
  order,
  pay: ofOrder((run, about, { size }) => say(run, about, 'paid', { isTwice: size % 3 === 0 })),
  payOtherSum: ofOrder((run, about) => say(run, about, 'paid', { cents: about.cents - 1 })),
  payFails: ofOrder((run, about) => say(run, about, 'failed')),
  refund: ofOrder(refund),
  failRefund: ofOrder(failRefund),
  chargeBack: ofOrder(chargeBack),
  winDispute: ofOrder(winDispute),
  buyWithCoins,
  openCases,
  swapPrizes,
  repeatCall,
  letTimePass,
} as const satisfies Record<Act, (run: ModelRun, step: Step) => Promise<void>>;
