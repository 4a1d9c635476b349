import {
  backCents,
  give,
  keptCents,
  type ModelOrder,
  type ModelPlayer,
  type ModelReward,
  newGift,
  takeBack,
} from './books.ts';

/* The model of the referral programme, with the numbers of the test catalogue. */

export const DAY_MS = 24 * 60 * 60_000;
const HOLD_MS = 14 * DAY_MS;
const ACTIVE_MS = 30 * DAY_MS;
const LEAST_CENTS = 500;

/** Percent of cash-back, times ten, from so many active referrals on. */
const RANKS = [
  [5, 100],
  [3, 75],
  [1, 50],
] as const;

/** Referrals that each milestone needs, its worth in OC, and what it gives; a week of Premium is worth 90 OC. */
const MILESTONES = [
  { needs: 1, worth: 30, premiumWorth: 0, gifts: () => [newGift(30)] },
  { needs: 2, worth: 120, premiumWorth: 0, gifts: () => [newGift(0, 2, 3, 40)] },
  { needs: 4, worth: 180, premiumWorth: 90, gifts: () => [newGift(70, 1, 1, 20)] },
] as const;
const PREMIUM_MS = 7 * DAY_MS;

const sum = <T>(list: readonly T[], of: (each: T) => number) => list.reduce((all, each) => all + of(each), 0);
const invitedBy = (all: readonly ModelPlayer[], inviter: ModelPlayer) =>
  all.filter((player) => player.inviter === inviter);
const paidBy = ({ orders }: ModelPlayer) => sum(orders, keptCents);

/** Counts players who are confirmed, have paid enough, and have paid or played within 30 days. */
function countActive(all: readonly ModelPlayer[], inviter: ModelPlayer, nowMs: number): number {
  return invitedBy(all, inviter).filter((player) => {
    const times = player.orders.filter(({ isGood }) => isGood).map(({ goodAtMs }) => goodAtMs);
    const lastMs = Math.max(player.lastOpenedMs, ...times);
    return player.isConfirmed && paidBy(player) >= LEAST_CENTS && lastMs > nowMs - ACTIVE_MS;
  }).length;
}

/** The rest of a cash-back after a partial refund. */
const shareLeft = (share: number, order: ModelOrder) =>
  Math.floor((share * (order.cents - backCents(order))) / order.cents);

/** Coins of an order's cash-back that the inviter has, or waits for. */
function cashBackOf(order: ModelOrder): number {
  const { cashBack } = order;
  if (!cashBack || cashBack.state === 'gone') return 0;
  return cashBack.state === 'held' ? shareLeft(cashBack.coins, order) : cashBack.coins;
}

/** A fifth of what referrals paid, less what the programme gave for it. @param seasonedMs payments until then count */
function leftToGive(all: readonly ModelPlayer[], inviter: ModelPlayer, seasonedMs = Infinity): number {
  const orders = invitedBy(all, inviter).flatMap((player) => player.orders);
  const counted = orders.filter(({ goodAtMs, isGiven }) => isGiven && goodAtMs <= seasonedMs);
  const given = MILESTONES.filter(({ needs }) => inviter.rewards.get(needs)?.state === 'given');
  return (
    Math.floor(sum(counted, keptCents) / 50) - sum(counted, cashBackOf) - sum(given, ({ worth }) => worth)
  );
}

/** Updates cash-back and rewards of the payer's inviter after an order's payment has changed. */
export function followReferral(
  order: ModelOrder,
  all: readonly ModelPlayer[],
  nowMs: number,
  before: { isGood: boolean; backCents: number },
): void {
  const { inviter } = order.owner;
  if (!inviter) return;
  const { cashBack } = order;
  if (order.isGood && !before.isGood) hold(order, inviter, all, nowMs);
  else if (!order.isGood && before.isGood && cashBack && cashBack.state !== 'gone') {
    if (cashBack.state === 'released') inviter.coins -= cashBack.coins;
    cashBack.state = 'gone';
  } else if (order.isGood && cashBack && before.backCents !== backCents(order)) {
    const left = shareLeft(cashBack.share, order);
    // its rest was 0, as after a full refund
    if (cashBack.state === 'gone' && left > 0 && backCents(order) < before.backCents)
      hold(order, inviter, all, nowMs);
    if (cashBack.state === 'released') {
      inviter.coins += left - cashBack.coins;
      Object.assign(cashBack, { coins: left, state: left > 0 ? 'released' : 'gone' });
    }
  }
  takeRewards(all, inviter, nowMs);
}

function hold(order: ModelOrder, inviter: ModelPlayer, all: readonly ModelPlayer[], nowMs: number): void {
  const isActive = countActive([order.owner], inviter, nowMs) === 1;
  const active = countActive(all, inviter, nowMs);
  const rate = RANKS.find(([from]) => from <= active)?.[1] ?? 0;
  const coins = Math.floor((order.cents * rate) / 10_000);
  if (!inviter.isConfirmed || !isActive || coins === 0) return;
  order.cashBack = { coins, share: coins, state: 'held', dueMs: nowMs + HOLD_MS };
}

/** Revokes rewards that payments no longer cover, the highest milestone first. */
function takeRewards(all: readonly ModelPlayer[], inviter: ModelPlayer, nowMs: number): void {
  for (const { needs, premiumWorth } of MILESTONES.toReversed()) {
    const reward = inviter.rewards.get(needs);
    if (reward?.state !== 'given') continue;
    const payers = invitedBy(all, inviter).filter((player) => paidBy(player) >= LEAST_CENTS).length;
    if (payers >= needs && leftToGive(all, inviter) >= 0) continue;
    const used = Math.min(1, (nowMs - reward.givenMs) / PREMIUM_MS);
    for (const gift of reward.gifts) takeBack(inviter, gift, Math.ceil(premiumWorth * used));
    reward.state = 'reversed';
  }
}

/** Does the work of the jobs: gives cash-backs and rewards that have waited long enough. */
export function passTime(all: readonly ModelPlayer[], nowMs: number): void {
  for (const player of all) {
    for (const order of player.orders) release(order, nowMs);
  }
  for (const inviter of all) if (inviter.isConfirmed) settleRewards(all, inviter, nowMs);
}

function release(order: ModelOrder, nowMs: number): void {
  const { cashBack, owner } = order;
  if (!owner.inviter || cashBack?.state !== 'held' || cashBack.dueMs > nowMs) return;
  cashBack.coins = shareLeft(cashBack.coins, order);
  cashBack.state = cashBack.coins > 0 ? 'released' : 'gone';
  owner.inviter.coins += cashBack.coins;
}

function settleRewards(all: readonly ModelPlayer[], inviter: ModelPlayer, nowMs: number): void {
  const active = countActive(all, inviter, nowMs);
  let left = leftToGive(all, inviter);
  for (const { needs, worth } of MILESTONES) {
    if (needs > active) continue;
    const reward = inviter.rewards.get(needs);
    if (reward?.state === 'reversed') left -= worth;
    if (!reward || (reward.state === 'reversed' && left >= 0)) inviter.rewards.set(needs, newReward(nowMs));
  }
  let seasoned = Math.min(leftToGive(all, inviter), leftToGive(all, inviter, nowMs - HOLD_MS));
  for (const { needs, worth, gifts } of MILESTONES) {
    const reward = inviter.rewards.get(needs);
    if (reward?.state !== 'waiting' || reward.dueMs > nowMs) continue;
    seasoned -= worth;
    if (needs > active || seasoned < 0) continue;
    Object.assign(reward, { state: 'given', givenMs: nowMs, gifts: gifts() });
    for (const gift of reward.gifts) give(inviter, gift);
  }
}

const newReward = (nowMs: number): ModelReward => ({
  state: 'waiting',
  dueMs: nowMs + HOLD_MS,
  givenMs: 0,
  gifts: [],
});
