import { createPlayer, type Player } from '../../support/app/factories.ts';
import { invite, verify } from '../../support/players/referrals.ts';
import { applyPaymentEvent, accept, eventOf, pendingOrder } from '../../support/players/shopping.ts';
import type { TestApp } from '../../support/app/testApp.ts';

/** A payment for an invited account. */
interface Payment {
  id: string;
  cents: number;
  /** Cents that are with the payer again at present. */
  returnedCents: number;
  isOwn: boolean;
}

export interface Gang {
  strategy: string;
  inviter: Player;
  members: { player: Player; payments: Payment[] }[];
}

/**
 * Acts of every member of a gang in a round. Rounds are five days apart, and rewards are given from the fourth on.
 */
interface Strategy {
  /** Absent: a network for each. */
  network?: string;
  /** Each member invites the next one. */
  isRing?: true;
  rounds: Record<number, (site: TestApp, gang: Gang, at: number) => Promise<void>>;
}

/** Pays for coins: as the member, as a visitor alike; or signed in as the inviter. */
const pay =
  (amount: number, isOwn = true): Strategy['rounds'][number] =>
  async (site, { inviter, members }, at) => {
    const member = members[at]!;
    const id = await pendingOrder(site, member.player, { amount });
    if (!isOwn)
      await site.pool.query('UPDATE orders SET buyer_id = $1 WHERE public_id = $2', [inviter.accountId, id]);
    await applyPaymentEvent(site, id, 'paid');
    const { rows } = await site.pool.query<{ cents: number }>(
      'SELECT total_cents AS cents FROM orders WHERE public_id = $1',
      [id],
    );
    member.payments.push({ id, cents: rows[0]!.cents, returnedCents: 0, isOwn });
  };

/** Pays a tenth of the price of coins; an operator accepts it. */
const payTenth =
  (amount: number): Strategy['rounds'][number] =>
  async (site, { members }, at) => {
    const { player, payments } = members[at]!;
    const id = await pendingOrder(site, player, { amount });
    const { amountCents } = await eventOf(site, id, 'paid');
    const cents = Math.floor(amountCents / 10);
    await applyPaymentEvent(site, id, 'paid', { amountCents: cents });
    await accept(site, id);
    payments.push({ id, cents, returnedCents: 0, isOwn: true });
  };

const each =
  (work: (site: TestApp, payment: Payment) => Promise<void>): Strategy['rounds'][number] =>
  async (site, { members }, at) => {
    for (const payment of members[at]!.payments) await work(site, payment);
  };

/** Charges everything back, the n-th time. */
const chargeBack = (time = 1) =>
  each(async (site, payment) => {
    await applyPaymentEvent(site, payment.id, 'chargedBack', { causeRef: `dispute-${payment.id}-${time}` });
    payment.returnedCents = payment.cents;
  });

const loseDispute = (time = 1) =>
  each(async (site, payment) => {
    await applyPaymentEvent(site, payment.id, 'disputeWon', { causeRef: `dispute-${payment.id}-${time}` });
    payment.returnedCents = 0;
  });

/** Gets a third of every payment back. */
const refundThird = (time: number) =>
  each(async (site, payment) => {
    const amountCents = Math.floor(payment.cents / 3);
    await applyPaymentEvent(site, payment.id, 'refunded', {
      amountCents,
      causeRef: `refund-${payment.id}-${time}`,
    });
    payment.returnedCents += amountCents;
  });

const failRefund = (time: number) =>
  each(async (site, payment) => {
    const amountCents = Math.floor(payment.cents / 3);
    await applyPaymentEvent(site, payment.id, 'refundFailed', {
      amountCents,
      causeRef: `refund-${payment.id}-${time}`,
    });
    payment.returnedCents -= amountCents;
  });

async function closeAccount({ pool }: TestApp, { accountId }: Player): Promise<void> {
  await pool.query('DELETE FROM sessions WHERE account_id = $1', [accountId]);
  await pool.query(
    `UPDATE accounts SET status = 'closed', is_verified = false, login = 'closed-' || id WHERE id = $1`,
    [accountId],
  );
}

const nothing = () => Promise.resolve();

export const STRATEGIES: Record<string, Strategy> = {
  honest: { rounds: { 0: pay(1000) } },
  'tiny payments, charged back': { rounds: { 0: pay(5), 4: chargeBack() } },
  'charged back before the release': { rounds: { 0: pay(500), 2: chargeBack() } },
  'charged back after the release': { rounds: { 0: pay(700), 4: chargeBack() } },
  'a large payment just before the release': { rounds: { 0: pay(50), 2: pay(5000), 4: chargeBack() } },
  'refunds in parts': { rounds: { 0: pay(600), 2: refundThird(1), 4: refundThird(2), 6: refundThird(3) } },
  'a tenth of the price, accepted': {
    rounds: { 0: payTenth(5000), 4: refundThird(1), 5: failRefund(1), 6: chargeBack() },
  },
  'a refund that fails': { rounds: { 0: pay(600), 4: refundThird(1), 5: failRefund(1), 6: chargeBack() } },
  'one network': { network: '203.0.113.*', rounds: { 0: pay(500), 4: chargeBack() } },
  'unknown network': { network: '', rounds: { 0: pay(500) } },
  'no euro at all': { rounds: { 0: nothing } },
  'paid by the inviter': { rounds: { 0: pay(500, false), 4: chargeBack() } },
  'a ring of inviters': { isRing: true, rounds: { 0: pay(300), 4: chargeBack() } },
  'the inviter closes the account': {
    rounds: {
      0: pay(500),
      4: async (site, { inviter }, at) => (at === 0 ? closeAccount(site, inviter) : nothing()),
      5: chargeBack(),
    },
  },
  'members close their accounts': {
    rounds: {
      0: pay(500),
      4: (site, { members }, at) => closeAccount(site, members[at]!.player),
      5: chargeBack(),
    },
  },
  'disputes that the buyer loses': { rounds: { 0: pay(800), 4: chargeBack(), 5: loseDispute() } },
  'disputes again and again': {
    rounds: {
      0: pay(800),
      4: chargeBack(1),
      5: loseDispute(1),
      6: chargeBack(2),
      7: loseDispute(2),
      9: chargeBack(3),
    },
  },
};

/** Makes the accounts of one strategy. */
export async function createGang(site: TestApp, strategy: string, size: number): Promise<Gang> {
  const { network, isRing } = STRATEGIES[strategy]!;
  const inviter = await createPlayer(site.deps);
  await verify(site, inviter);
  const gang: Gang = { strategy, inviter, members: [] };
  for (let at = 0; at < size; at++) {
    const above = isRing ? (gang.members.at(-1)?.player ?? inviter) : inviter;
    const player = await invite(site, above, network);
    await verify(site, player);
    gang.members.push({ player, payments: [] });
  }
  return gang;
}
