import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { useFakeProvider } from '../../support/players/shopping.ts';
import type { TestApp } from '../../support/app/testApp.ts';
import { DISCOUNT_USES, type ModelPlayer, stockOf } from './books.ts';
import { type Act, Disagreement, type ModelRun, type Step, WEIGHTS } from './run.ts';
import { ACTS } from './steps.ts';

export interface ModelFigure {
  seed: number;
  runs: number;
  steps: number;
  /** Number of times that each act was done. */
  acts: Partial<Record<Act, number>>;
  /** Pieces opened, rewards given and taken back. */
  opened: number;
  rewards: number;
  rewardsTaken: number;
  /** Number of steps after which a player was in debt. */
  stepsInDebt: number;
  /** The shortest sequence after which server and model disagree, and how. */
  counterexample?: { why: string; steps: Step[] };
}

/** The books of a site grow; its invariants read all of them. */
const RUNS_A_SITE = 20;
/** Time limit of the search for a shorter counterexample. */
const SHRINK_MS = 60_000;

const step = (act: Act): fc.Arbitrary<Step> =>
  fc.record({ act: fc.constant(act), who: fc.nat(11), which: fc.nat(11), size: fc.nat(11) });
const anyStep = fc.noBias(
  fc.oneof(...(Object.keys(WEIGHTS) as Act[]).map((act) => ({ weight: WEIGHTS[act], arbitrary: step(act) }))),
);

const invited: Step = { act: 'signUp', who: 0, which: 0, size: 2 };
const paid = (who: number): Step => ({ act: 'order', who, which: 1, size: 7 });
const after = (size: number): Step => ({ act: 'letTimePass', who: 0, which: 0, size });
/** Every run begins with three players, two of them invited by the first; */
const START = [invited, invited, invited];
/** and may begin late: cash-back and rewards were given, of two or of four referrals; or somebody owes what they spent. */
const BEGINNINGS: Step[][] = [
  [],
  [paid(1), paid(2), after(0), after(3)],
  [invited, invited, paid(1), paid(2), paid(3), paid(4), after(0), after(3)],
  [
    paid(0),
    { act: 'buyWithCoins', who: 0, which: 0, size: 2 },
    { act: 'openCases', who: 0, which: 1, size: 3 },
    { act: 'chargeBack', who: 0, which: 0, size: 1 },
  ],
];

let runsMade = 0;

async function newRun(site: TestApp): Promise<ModelRun> {
  const discountCode = `MODEL-${process.pid}-${++runsMade}`;
  await site.pool.query('INSERT INTO discount_codes (code, fixed_cents, total_limit) VALUES ($1, 100, $2)', [
    discountCode,
    DISCOUNT_USES,
  ]);
  return { site, players: [], orders: [], calls: [], discountCode };
}

/** Does the steps on the server and in the model. @throws Disagreement after the first step where they differ */
export async function runSteps(site: TestApp, steps: readonly Step[], figure?: ModelFigure): Promise<void> {
  const run = await newRun(site);
  for (const each of [...START, ...steps]) {
    await ACTS[each.act](run, each);
    await compare(run);
    if (!figure) continue;
    figure.acts[each.act] = (figure.acts[each.act] ?? 0) + 1;
    if (run.players.some(({ coins }) => coins < 0)) figure.stepsInDebt++;
  }
  const broken = await brokenInvariants(site.pool);
  if (Object.keys(broken).length > 0) throw new Disagreement(`broken: ${JSON.stringify(broken)}`);
  if (!figure) return;
  const rewards = run.players.flatMap((player) => [...player.rewards.values()]);
  figure.steps += steps.length;
  figure.rewards += rewards.filter(({ state }) => state === 'given').length;
  figure.opened += run.players.flatMap(({ coupons }) => coupons).length;
  figure.rewardsTaken += rewards.filter(({ state }) => state === 'reversed').length;
}

interface Holdings {
  wallet: number;
  owed: number;
  held: number;
  isInDebt: boolean;
  pieces: [number, number];
  prizes: number;
}

async function compare({ site, players }: ModelRun): Promise<void> {
  const { rows } = await site.pool.query<Holdings & { id: string }>(
    `SELECT a.id, a.is_in_debt AS "isInDebt",
       coalesce(sum(l.balance) FILTER (WHERE l.kind = 'wallet'), 0)::int AS wallet,
       coalesce(-sum(l.balance) FILTER (WHERE l.kind = 'debt'), 0)::int AS owed,
       coalesce(sum(l.balance) FILTER (WHERE l.kind = 'hold'), 0)::int AS held,
       ARRAY(SELECT (SELECT coalesce(sum(bought - opened), 0)::int FROM case_lots
         WHERE account_id = a.id AND case_id = c) FROM unnest(ARRAY[1, 2]) c) AS pieces,
       (SELECT count(*)::int FROM coupons c WHERE c.account_id = a.id AND c.state = 'owned') AS prizes
     FROM accounts a LEFT JOIN ledger_accounts l ON l.owner_id = a.id WHERE a.id = ANY($1) GROUP BY a.id`,
    [players.map(({ accountId }) => accountId)],
  );
  for (const [at, player] of players.entries()) {
    const { id: _id, ...is } = rows.find(({ id }) => Number(id) === player.accountId)!;
    const mustBe = holdingsOf(player, players);
    if (!isDeepStrictEqual({ ...is }, mustBe))
      throw new Disagreement(
        `player ${at} has ${JSON.stringify(is)} and should have ${JSON.stringify(mustBe)}`,
      );
  }
}

function holdingsOf(player: ModelPlayer, all: readonly ModelPlayer[]): Holdings {
  const { coins, coupons } = player;
  const held = all
    .filter(({ inviter }) => inviter === player)
    .flatMap(({ orders }) => orders)
    .reduce((sum, { cashBack }) => sum + (cashBack?.state === 'held' ? cashBack.coins : 0), 0);
  return {
    isInDebt: coins < 0,
    wallet: Math.max(0, coins),
    owed: Math.max(0, -coins),
    held,
    pieces: [stockOf(player, 1), stockOf(player, 2)],
    prizes: coupons.filter(({ isSwapped }) => !isSwapped).length,
  };
}

/** Draws sequences of steps and does them, several in the same site one after the other (T8). */
export async function runModel(
  newSite: () => Promise<TestApp>,
  { runs, steps, seed }: { runs: number; steps: number; seed: number },
): Promise<ModelFigure> {
  const counts = { runs: 0, steps: 0, opened: 0, rewards: 0, rewardsTaken: 0, stepsInDebt: 0 };
  const figure: ModelFigure = { seed, ...counts, acts: {} };
  let site: TestApp | undefined;
  let runsHere = 0;
  let failedAtMs: number | undefined;
  const hasShrunkEnough = () => failedAtMs !== undefined && performance.now() - failedAtMs > SHRINK_MS;
  const nextSite = async () => {
    await site?.close();
    site = await newSite();
    useFakeProvider(site);
    runsHere = 0;
    return site;
  };
  const property = fc.asyncProperty(
    fc.constantFrom(...BEGINNINGS),
    fc.array(anyStep, { minLength: Math.floor(steps / 2), maxLength: steps, size: 'max' }),
    async (beginning, rest) => {
      if (hasShrunkEnough()) return;
      const here = site && runsHere < RUNS_A_SITE ? site : await nextSite();
      runsHere++;
      figure.runs++;
      try {
        await runSteps(here, [...beginning, ...rest], figure);
      } catch (error) {
        failedAtMs ??= performance.now();
        // its books may be broken
        runsHere = RUNS_A_SITE;
        throw error;
      }
    },
  );
  const result = await fc.check(property, { seed, numRuns: runs });
  await site?.close();
  if (result.failed)
    figure.counterexample = {
      why:
        result.errorInstance instanceof Error ? result.errorInstance.message : String(result.errorInstance),
      steps: result.counterexample?.flat() ?? [],
    };
  return figure;
}
