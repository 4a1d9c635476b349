import { REFERRAL_SHARE_BASIS_POINTS } from '#/contract/referral.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { releaseCashBacks } from '#/server/domain/referral/releaseCashBacks.ts';
import { rewardMilestones } from '#/server/domain/referral/rewardMilestones.ts';
import { open } from '../../support/app/factories.ts';
import { keepSessions } from '../../support/players/referrals.ts';
import { useFakeProvider } from '../../support/players/shopping.ts';
import { createSibling, type TestApp } from '../../support/app/testApp.ts';
import { createGang, type Gang, STRATEGIES } from './referralGangs.ts';

export interface GainsFigure {
  accounts: number;
  rounds: number;
  /** Payments of invited accounts that their inviter did not make. */
  paidCents: number;
  returnedCents: number;
  /** OC that the programme has given and not taken back, at the end. */
  givenWorth: number;
  /** OC that what was paid and not returned carries. */
  bound: number;
  /** OC that honest inviters were given, and were promised, cash-back aside. */
  honestWorth: number;
  honestPromised: number;
  /** Inviters who had more than their share, round by round, and honest ones who lack a reward. */
  violations: string[];
  /** Number of deadlocks in the database; all code locks in one order, so it must be 0. */
  deadlocks: number;
  broken: Record<string, number>;
}

const ROUNDS = 12;
const ROUND_MS = 5 * 24 * 60 * 60_000;
/** Prices of a piece of each case and of a week of Premium in the test catalogue, in OC. */
const CASE_PRICES = `(VALUES (1, 20), (2, 40))`;
const WEEK_PRICE = 90;
/** Gangs that act at the same time, and members of each. */
const AT_ONCE = 3;

/** Lets gangs of invented accounts try everything that could make the programme give more than they pay. */
export async function tryToGain(
  newSite: () => Promise<TestApp>,
  { accounts }: { accounts: number },
): Promise<GainsFigure> {
  const site = await newSite();
  const sibling = await createSibling(site);
  useFakeProvider(site);
  const names = Object.keys(STRATEGIES);
  const size = Math.max(4, Math.ceil(accounts / names.length) - 1);
  const gangs: Gang[] = [];
  for (const name of names) gangs.push(await createGang(site, name, size));
  const violations: string[] = [];
  const broken: Record<string, number> = {};
  let ends = { paidCents: 0, returnedCents: 0, givenWorth: 0, bound: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const active = gangs.filter(({ strategy }) => STRATEGIES[strategy]!.rounds[round]);
    // the jobs also run in a round in which nobody acts
    for (let from = 0; from === 0 || from < active.length; from += AT_ONCE)
      await Promise.all([
        ...active.slice(from, from + AT_ONCE).map((gang) => act(site, gang, round)),
        // in both processes, while payments come and go
        ...[site, sibling].flatMap(({ deps }) => [rewardMilestones(deps), releaseCashBacks(deps)]),
      ]);
    ends = await measure(site, gangs, round, violations);
    for (const [rule, rows] of Object.entries(await brokenInvariants(site.pool))) broken[rule] = rows;
    site.advanceMs(ROUND_MS);
    sibling.advanceMs(ROUND_MS);
    await keepSessions(site);
    await Promise.all(
      [site, sibling].flatMap(({ deps }) => [rewardMilestones(deps), releaseCashBacks(deps)]),
    );
    for (const [at, gang] of gangs.entries()) if (at % 2 === 1) await spend(site, gang);
  }
  const honest = await honestRewards(site, gangs[0]!);
  if (honest.honestWorth !== honest.honestPromised) violations.push('honest inviters lack a reward');
  const deadlocks = await countDeadlocks(site);
  await sibling.close();
  await site.close();
  return {
    accounts: gangs.length * (size + 1),
    rounds: ROUNDS,
    ...ends,
    ...honest,
    violations,
    deadlocks,
    broken,
  };
}

async function act(site: TestApp, gang: Gang, round: number): Promise<void> {
  const work = STRATEGIES[gang.strategy]!.rounds[round];
  if (!work) return;
  for (let from = 0; from < gang.members.length; from += AT_ONCE) {
    const several = gang.members.slice(from, from + AT_ONCE).map((_, at) => work(site, gang, from + at));
    await Promise.all(several);
  }
}

/** Uses up what the inviter was given: opens a piece of each case, and buys with what is in the wallet. */
async function spend(site: TestApp, { inviter }: Gang): Promise<void> {
  for (const case_id of [1, 2]) await open(site, inviter, { case_id });
  const body = { product_id: 101, product_type: 0, product_qty: 1 };
  await site.post('/api/v1/order/store-by-coin', body, inviter.headers);
}

/**
 * Compares what each inviter has been given with what the payments, as this program remembers them, carry. Goods are
 * counted as they lie in stock at the shop's prices, and not as the programme valued them.
 */
async function measure(site: TestApp, gangs: readonly Gang[], round: number, violations: string[]) {
  const sums = { paidCents: 0, returnedCents: 0, givenWorth: 0, bound: 0 };
  for (const { strategy, inviter, members } of gangs) {
    const { isRing } = STRATEGIES[strategy]!;
    // in a ring everybody has invited the next one alone
    const pairs = isRing
      ? members.map((member, at) => ({ owner: members[at - 1]?.player ?? inviter, invited: [member] }))
      : [{ owner: inviter, invited: members }];
    for (const { owner, invited } of pairs) {
      const payments = invited.flatMap((member) => member.payments).filter(({ isOwn }) => isOwn);
      const paid = payments.reduce((sum, { cents }) => sum + cents, 0);
      const returned = payments.reduce((sum, { returnedCents }) => sum + returnedCents, 0);
      const bound = Math.floor(((paid - returned) * REFERRAL_SHARE_BASIS_POINTS) / 100_000);
      const given = await givenTo(site, owner.accountId);
      if (given > bound) violations.push(`round ${round}, ${strategy}: ${given} OC for a bound of ${bound}`);
      sums.paidCents += paid;
      sums.returnedCents += returned;
      sums.givenWorth += given;
      sums.bound += bound;
    }
  }
  return sums;
}

async function givenTo({ pool, deps }: TestApp, accountId: number): Promise<number> {
  const { rows } = await pool.query<{ coins: string; goods: number; premium: number }>(
    `SELECT (SELECT coalesce(sum(CASE WHEN t.reason IN ('cashBackReleased', 'milestone') THEN amount
          WHEN t.reason IN ('cashBackReversed', 'cashBackDebt', 'milestoneReversed', 'milestoneDebt') THEN -amount ELSE 0 END), 0)
        FROM ledger_transfers t JOIN ledger_accounts a ON a.owner_id = $1 AND a.kind IN ('wallet', 'debt')
          AND a.id IN (t.from_id, t.to_id)) AS coins,
      (SELECT coalesce(sum(bought * price), 0)::int FROM case_lots JOIN ${CASE_PRICES} p (id, price) ON p.id = case_id
        WHERE account_id = $1 AND reason = 'milestone') AS goods,
      (SELECT coalesce(sum(extract(epoch FROM greatest(least(ends_at, revoked_at), starts_at) - starts_at)), 0)::float8
          / (7 * 86400) * ${WEEK_PRICE} FROM premium_periods
        WHERE account_id = $1 AND reason = 'milestone' AND starts_at <= $2) AS premium`,
    [accountId, deps.now()],
  );
  const { coins, goods, premium } = rows[0]!;
  return Math.floor(Number(coins) + goods + premium + 1e-6);
}

/** OC of rewards that an honest inviter was given, beside what all milestones reached give. */
async function honestRewards({ pool }: TestApp, { inviter, members }: Gang) {
  const { rows } = await pool.query<{ worth: number }>(
    `SELECT coalesce(sum(worth), 0)::int AS worth FROM referral_rewards WHERE account_id = $1 AND state = 'given'`,
    [inviter.accountId],
  );
  // 30 OC; three pieces of 40 OC; 70 OC, a week of Premium and a piece of 20 OC
  const promised = [
    [1, 30],
    [2, 120],
    [4, 180],
  ] as const;
  const reached = promised.filter(([required]) => members.length >= required);
  return {
    honestWorth: rows[0]!.worth,
    honestPromised: reached.reduce((sum, [, worth]) => sum + worth, 0),
  };
}

async function countDeadlocks({ pool }: TestApp): Promise<number> {
  const { rows } = await pool.query<{ deadlocks: number }>(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0]!.deadlocks;
}

/** The bounds that a figure does not meet, in words. */
export function brokenGainsBounds(figure: GainsFigure): string[] {
  const bounds: [string, boolean][] = [
    ['nobody has more of the programme than payments carry', figure.violations.length === 0],
    ['all have no more than all payments carry', figure.givenWorth <= figure.bound],
    ['something was paid, returned and given', Math.min(figure.returnedCents, figure.givenWorth) > 0],
    ['honest inviters are given what they reached', figure.honestWorth === figure.honestPromised],
    ['no deadlock', figure.deadlocks === 0],
    ['invariants', Object.keys(figure.broken).length === 0],
  ];
  return bounds.filter(([, isMet]) => !isMet).map(([bound]) => bound);
}
