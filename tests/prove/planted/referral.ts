import type { PlantedBug } from './bug.ts';

/** Cash-back and rewards of the referral programme. */
export const REFERRAL_BUGS: readonly PlantedBug[] = [
  {
    bug: 'The share of an inviter is rounded up.',
    file: 'src/server/domain/referral/cashBack.ts',
    text: 'Math.floor((cameOfOrder(order) * basisPoints)',
    replacement: 'Math.ceil((cameOfOrder(order) * basisPoints)',
    test: 'tests/server/domain/referral/cashBack.test.ts',
    name: 'is the percent of the rank at that time, rounded down to whole coins',
  },
  {
    bug: 'The share of an underpaid order that an operator accepted is that of its price.',
    file: 'src/server/domain/orders/orderTarget.ts',
    text: 'const missingCents = isSettled ? Math.max(0, totalCents - cameCents) : 0;',
    replacement: 'const missingCents = 0;',
    test: 'tests/server/domain/referral/acceptedOrders.test.ts',
    name: 'the share is that of 10 euro, and so are the figures',
  },
  {
    bug: 'A share is released although its payment went back in part.',
    file: 'src/server/domain/referral/releaseCashBacks.ts',
    text: 'const left = shareLeft(amount, order);',
    replacement: 'const left = shareLeft(amount, { ...order, refundedCents: 0 });',
    test: 'tests/server/domain/referral/cashBack.test.ts',
    name: 'in part: so much of the share is forfeited when it is released',
  },
  {
    bug: 'A released share is not taken back with its payment.',
    file: 'src/server/domain/referral/cashBack.ts',
    text: '} else await takeReleased(tx, inviterId, amount, cause);',
    replacement: '}',
    test: 'tests/server/domain/referral/cashBack.test.ts',
    name: 'after its cash-back was released: taken from the wallet, and owed as far as it is spent',
  },
  {
    bug: 'Rewards of the referral programme are given at once.',
    file: 'src/server/domain/referral/referralRewards.ts',
    text: 'const HOLD_MS = REWARD_HOLD_DAYS * 24 * HOUR_MS;',
    replacement: 'const HOLD_MS = 0 * REWARD_HOLD_DAYS;',
    test: 'tests/server/domain/referral/milestones.test.ts',
    name: 'waits 14 days, then is given once with all of it, and the page tells of it',
  },
  {
    bug: 'Rewards are given whatever the friends paid.',
    file: 'src/server/domain/referral/referralRewards.ts',
    text: 'if (reward.requiredReferrals <= active && left >= 0) await release',
    replacement: 'if (reward.requiredReferrals <= active) await release',
    test: 'tests/server/domain/referral/milestones.test.ts',
    name: 'waits until they do, and says how much is missing',
  },
  {
    bug: 'Rewards stay when the payments of the friends go back.',
    file: 'src/server/domain/orders/settleOrder.ts',
    text: 'if (inviterId !== undefined) await reverseRewards(tx, deps, inviterId);',
    replacement: '',
    test: 'tests/server/domain/referral/reversedRewards.test.ts',
    name: 'comes back with the payment: what is not used is taken, what is used is owed',
  },
];
