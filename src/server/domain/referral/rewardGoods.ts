import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { CENTS_PER_COIN } from '#/contract/kernel/limits.ts';
import type { Grant } from '#/server/platform/db/tables/quote.ts';
import { balanceDebt, debitOrOwe, lockBalances } from '#/server/domain/ledger/debt.ts';
import type { DeliveryDeps } from '#/server/domain/deliveries/deliver.ts';
import { grantCases } from '#/server/domain/ledger/grantCases.ts';
import { grantPremium } from '#/server/domain/ledger/grantPremium.ts';
import { transfer } from '#/server/domain/ledger/ledger.ts';
import type { RewardGiven, RewardTaken } from '#/server/platform/db/tables/quote.ts';
import { revokeCases, revokePremium } from '#/server/domain/ledger/revokeGoods.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Identifies a reward: the player, the milestone, and its number among the rewards of this milestone. */
export interface RewardName {
  accountId: number;
  milestoneId: number;
  times: number;
}

/** Reason and id of a reward's effects in ledger and stock. */
const causeOf = ({ accountId, milestoneId, times }: RewardName) => ({
  reason: 'milestone',
  refType: 'milestone',
  refId: times > 1 ? `${accountId}:${milestoneId}:${times}` : `${accountId}:${milestoneId}`,
});

/** Worth of a reward in OC. */
export const worthOfReward = ({ coins, premiumWorth, cases }: RewardGiven): number =>
  cases.reduce((sum, { count, worth }) => sum + count * worth, coins + premiumWorth);

/**
 * Values the reward of a milestone by today's catalogue, rounded up. A piece of a case is worth its price or the
 * average value of its prizes, whichever is more. A day of Premium is worth its highest price, or nothing while it is
 * not for sale.
 * @throws Error for items of the game, which no milestone gives
 */
export async function valueReward(tx: NodePgDatabase, grants: readonly Grant[]): Promise<RewardGiven> {
  const given: RewardGiven = { coins: 0, premiumDays: 0, premiumWorth: 0, cases: [] };
  for (const grant of grants) {
    if (grant.kind === 'coins') given.coins += grant.coins;
    else if (grant.kind === 'premium') given.premiumDays += grant.days;
    else if (grant.kind === 'case') {
      const { caseId, count } = grant;
      given.cases.push({ caseId, count, worth: await worthOfCase(tx, caseId) });
    } else throw new Error(`a milestone cannot give ${grant.kind}`);
  }
  if (given.premiumDays > 0)
    given.premiumWorth = Math.ceil(given.premiumDays * (await dearest(tx, 'days', sql`'premium'`)));
  return given;
}

/** The highest price of one piece, in OC, among goods that give nothing else; 0 if there is none. */
async function dearest(tx: NodePgDatabase, per: 'days' | 'count', which: ReturnType<typeof sql>) {
  const { rows } = await tx.execute<{ price: number | null }>(sql`
    SELECT max(coalesce(price_coins, price_cents::float8 / ${CENTS_PER_COIN}) / (grants -> 0 ->> ${per}::text)::int)
      AS price FROM goods
    WHERE NOT is_withdrawn AND jsonb_array_length(grants) = 1 AND grants -> 0 ->> 'kind' = ${which}`);
  return rows[0]?.price ?? 0;
}

async function worthOfCase(tx: NodePgDatabase, caseId: number): Promise<number> {
  const price = await dearest(tx, 'count', sql`'case' AND (grants -> 0 ->> 'caseId')::bigint = ${caseId}`);
  const { rows } = await tx.execute<{ mean: number | null }>(sql`
    SELECT sum(line[2]::float8 * item.premium_coins_price) / 1000000 AS mean
    FROM (SELECT text FROM case_odds WHERE case_id = ${caseId} ORDER BY revision DESC LIMIT 1) odds
    CROSS JOIN regexp_matches(odds.text, '^(\\d+):(\\d+)$', 'gn') AS line
    JOIN case_items item ON item.id = line[1]::bigint AND item.is_swap_available`);
  return Math.ceil(Math.max(price, rows[0]?.mean ?? 0));
}

/** Gives a reward: coins, cases and Premium. Requires that the account is locked. */
export async function giveReward(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  name: RewardName,
  { coins, premiumDays, cases }: RewardGiven,
): Promise<void> {
  const { accountId } = name;
  const cause = causeOf(name);
  for (const { caseId, count } of cases) await grantCases(tx, { accountId, caseId, count, ...cause });
  await grantPremium(tx, deps, { accountId, lengthMs: premiumDays * DAY_MS, ...cause });
  if (coins === 0) return;
  await lockBalances(tx, accountId, ['bonus']);
  const to = { kind: 'wallet', ownerId: accountId } as const;
  await transfer(tx, { from: { kind: 'bonus' }, to, amount: coins, ...cause });
  await balanceDebt(tx, accountId);
}

/**
 * Revokes a reward: unopened cases and unused Premium are removed. Its coins, and the worth of used goods, are
 * debited from the wallet; if the wallet has too few coins, the rest becomes debt. Requires that the account is
 * locked.
 */
export async function revokeReward(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  name: RewardName,
  given: RewardGiven,
): Promise<RewardTaken> {
  const { accountId } = name;
  const { reason, refType, refId } = causeOf(name);
  const causes = { accountId, reason, refType, refIds: [refId] };
  const { lots, opened } = await revokeCases(tx, causes);
  const premiumMs = await revokePremium(tx, deps, causes);
  const usedCases = given.cases.reduce(
    (sum, { caseId, worth }) => sum + (opened.get(caseId) ?? 0) * worth,
    0,
  );
  const givenMs = given.premiumDays * DAY_MS;
  const usedPremium = givenMs > 0 ? (given.premiumWorth * (givenMs - premiumMs)) / givenMs : 0;
  const debited = await debitOrOwe(tx, given.coins + usedCases + Math.ceil(usedPremium), {
    accountId,
    house: 'bonus',
    refType,
    refId,
    reasons: { coins: 'milestoneReversed', debt: 'milestoneDebt' },
  });
  return { ...debited, lots, premiumMs };
}
