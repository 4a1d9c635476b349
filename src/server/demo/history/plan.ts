import { createRandom, type Random } from './random.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, momentsOf, promotionOf, type Span } from './rhythm.ts';

/**
 * Outcome of a cart. late: paid after the order had expired; twice: the code of the promotion was used in two orders.
 */
export type CartEnd = 'paid' | 'late' | 'failed' | 'abandoned' | 'noOrder' | 'twice';
/** Orders that wait for an operator at the end. */
export type Trouble = 'review' | 'paidTwice';
/** Acts of operators besides refunds. */
export type Care = 'note' | 'block' | 'gift' | 'decide' | 'regrant';

/** The index of a person, or the player of the demonstration. */
export type Player = number | 'demo';

/**
 * An event of the history. `share` is a random number that chooses among the
 * available things, `boughtAt` identifies an order by its moment, and `hours` is the time since the night before.
 */
export type Act =
  | { kind: 'begin' | 'promotion' | 'stranger' }
  | { kind: 'night' | 'end'; hours: number }
  | { kind: 'signUp'; player: number; inviter: number | 'demo' | null; confirms: boolean }
  | { kind: 'buy'; player: Player; coins: number | null; share: number; end: CartEnd; hasCode: boolean }
  | { kind: 'visit'; player: number; share: number }
  | { kind: 'link' | 'play'; player: number; share: number }
  | { kind: 'refund'; player: Player; boughtAt: Date; isPart: boolean; fails: boolean }
  | { kind: 'dispute' | 'disputeWon'; player: number; boughtAt: Date }
  | { kind: 'trouble'; player: number; trouble: Trouble; coins: number; share: number }
  | { kind: 'care'; player: number; care: Care; share: number };

export interface Step {
  at: Date;
  act: Act;
}

export interface HistoryPlan extends Span {
  seed: number;
  players: number;
}

const COINS = { 50: 4, 100: 14, 150: 9, 200: 16, 300: 18, 500: 16, 1000: 12, 2000: 5, 3000: 2, 5000: 1 };
const CART_ENDS: Record<CartEnd, number> = {
  paid: 76,
  abandoned: 8,
  noOrder: 8,
  failed: 5,
  late: 2,
  twice: 1,
};
const CARES_A_DAY = 0.7;
const LAST_CARTS = 5;
const LAST_BLOCKS = 2;
const CARES: Record<Care, number> = { note: 8, block: 4, gift: 4, decide: 8, regrant: 4 };
/** Share of the players who sign up while the site is new, and the share of the days that counts as new. */
const FIRST_SHARE = 0.5;
const NEW_SHARE = 0.1;
/** Number of players who promote the site: most other invited players were invited by one of them. */
const PARTNERS = 12;
/** One of so many players is a friend of the demonstration's player. */
const FRIEND_EVERY = 30;

/** Plans a history: the same seed, end, days and players make the same steps. */
export function planHistory({ seed, players, ...span }: HistoryPlan): Step[] {
  const random = createRandom(seed);
  const momentOf = momentsOf(span, random);
  const beganMs = span.endsAt.getTime() - span.days * DAY_MS;
  const signUps = signUpsOf(random, { players, beganMs, span, momentOf });
  const steps: Step[] = [
    { at: new Date(beganMs), act: { kind: 'begin' } },
    { at: promotionOf(span).from, act: { kind: 'promotion' } },
    ...nightsOf(span, beganMs),
    endOf(span, beganMs),
    ...strangerOf(span),
    ...signUps.flatMap((at, player) => lifeOf(random, span, { player, at, momentOf })),
    ...caresOf(random, span, { signUps, momentOf }),
    ...ownOrdersOf(span, beganMs),
    ...lastCartsOf(random, span, players),
    ...lastBlocksOf(random, span, players),
    ...lastTroublesOf(span, players),
  ];
  return steps.filter(({ at }) => at < span.endsAt).toSorted((a, b) => +a.at - +b.at);
}

interface Opening {
  players: number;
  beganMs: number;
  span: Span;
  momentOf: (notBefore?: Date) => Date;
}

/** Half of the players sign up in the first days, when the site is new; the others as it grows. */
function signUpsOf(random: Random, { players, beganMs, span, momentOf }: Opening): Date[] {
  const newDays = Math.ceil(span.days * NEW_SHARE);
  const moments = Array.from({ length: players }, () => {
    const at = momentOf();
    if (!random.chance(FIRST_SHARE)) return at;
    // keeps the hour of the day
    return new Date(beganMs + ((at.getTime() - beganMs) % (newDays * DAY_MS)));
  });
  return moments.toSorted((a, b) => +a - +b);
}

/** Number of days between two nights with jobs. */
const NIGHTS_EVERY = 3;

/** The nights in which jobs run. */
const nightsOf = ({ days }: Span, beganMs: number): Step[] =>
  Array.from({ length: Math.ceil(days / NIGHTS_EVERY) }, (_, night) => ({
    at: new Date(Math.floor(beganMs / DAY_MS + night * NIGHTS_EVERY + 1) * DAY_MS + 3 * HOUR_MS),
    act: { kind: 'night', hours: NIGHTS_EVERY * 24 },
  }));

/** The last moment, with the hours that no night has seen. */
function endOf(span: Span, beganMs: number): Step {
  const endMs = span.endsAt.getTime();
  const nightsMs = nightsOf(span, beganMs).map(({ at }) => at.getTime());
  const fromMs = Math.max(beganMs, ...nightsMs.filter((atMs) => atMs < endMs));
  return { at: new Date(endMs - 1), act: { kind: 'end', hours: Math.ceil((endMs - 1 - fromMs) / HOUR_MS) } };
}

/** Age of the payment of another program. Its week is over, so a payout has it. */
const STRANGER_DAYS = 10;

/** Another program takes a payment with the same account at the payment system. */
const strangerOf = ({ days, endsAt }: Span): Step[] =>
  days > STRANGER_DAYS
    ? [{ at: new Date(endsAt.getTime() - STRANGER_DAYS * DAY_MS), act: { kind: 'stranger' } }]
    : [];

interface Newcomer {
  player: number;
  at: Date;
  momentOf: (notBefore?: Date) => Date;
}

const after = (at: Date, ms: number) => new Date(at.getTime() + ms);

/** All steps of one player. */
function lifeOf(random: Random, span: Span, { player, at, momentOf }: Newcomer): Step[] {
  const isInvited = player > PARTNERS && random.chance(0.3);
  const inviter = isInvited
    ? random.between(0, random.chance(0.8) ? PARTNERS - 1 : player - 1)
    : player % FRIEND_EVERY === FRIEND_EVERY - 1
      ? 'demo'
      : null;
  const confirms = player < PARTNERS || random.chance(0.9);
  const steps: Step[] = [{ at, act: { kind: 'signUp', player, inviter, confirms } }];
  if (!confirms) return steps;
  steps.push({
    at: after(at, random.between(1, 30) * HOUR_MS),
    act: { kind: 'link', player, share: random.fraction() },
  });
  if (!random.chance(0.62)) return steps;
  const isWhale = random.chance(0.05);
  const carts = isWhale ? random.between(7, 14) : cartsOf(random);
  const { from, to } = promotionOf(span);
  for (let cart = 0; cart < carts; cart++) {
    // most players buy something in their first days
    const isSoon = cart === 0 && random.chance(0.7);
    const soon = after(at, random.between(20, 60) * MINUTE_MS);
    const boughtAt = isSoon ? after(soon, random.between(0, 3) * DAY_MS) : momentOf(soon);
    const isPromoted = boughtAt >= from && boughtAt < to;
    steps.push(...purchaseOf(random, player, boughtAt, isPromoted && random.chance(0.7)));
  }
  return steps;
}

/** Chooses a player's number of carts: mostly one or two. */
function cartsOf(random: Random): number {
  let carts = 1;
  while (carts < 8 && random.chance(0.48)) carts++;
  return carts;
}

/** A purchase and the steps that follow it. */
function purchaseOf(random: Random, player: number, boughtAt: Date, hasCode: boolean): Step[] {
  const end = random.weighted(CART_ENDS);
  const coins = random.chance(0.66) ? Number(random.weighted(COINS)) : null;
  const steps: Step[] = [
    { at: boughtAt, act: { kind: 'buy', player, coins, share: random.fraction(), end, hasCode } },
  ];
  if (end !== 'paid' && end !== 'late') return steps;
  const visitedAt = after(boughtAt, random.between(8, 90) * MINUTE_MS);
  steps.push({ at: visitedAt, act: { kind: 'visit', player, share: random.fraction() } });
  if (random.chance(0.8))
    steps.push({
      at: after(boughtAt, random.between(2, 40) * HOUR_MS),
      act: { kind: 'play', player, share: random.fraction() },
    });
  if (random.chance(0.05)) {
    const at = after(boughtAt, random.between(5, 120) * HOUR_MS);
    const [isPart, fails] = [random.chance(0.4), random.chance(0.15)];
    steps.push({ at, act: { kind: 'refund', player, boughtAt, isPart, fails } });
  } else if (random.chance(0.03)) {
    const at = after(boughtAt, random.between(4, 18) * DAY_MS);
    steps.push({ at, act: { kind: 'dispute', player, boughtAt } });
    if (random.chance(0.5))
      steps.push({
        at: after(at, random.between(5, 14) * DAY_MS),
        act: { kind: 'disputeWon', player, boughtAt },
      });
  }
  return steps;
}

/** Orders of the demonstration's player, so that the order history has months, a failure and a refund. */
const OWN_ORDERS: readonly { daysAgo: number; coins: number | null; share: number; end: CartEnd }[] = [
  { daysAgo: 74, coins: 300, share: 0.1, end: 'paid' },
  { daysAgo: 52, coins: 100, share: 0.9, end: 'failed' },
  { daysAgo: 51, coins: 100, share: 0.2, end: 'paid' },
  { daysAgo: 33, coins: null, share: 0.3, end: 'paid' },
  { daysAgo: 12, coins: 500, share: 0.4, end: 'paid' },
  { daysAgo: 2, coins: null, share: 0.8, end: 'paid' },
];
const OWN_REFUNDED_DAYS_AGO = 51;

function ownOrdersOf({ endsAt }: Span, beganMs: number): Step[] {
  const steps = OWN_ORDERS.flatMap(({ daysAgo, ...order }): Step[] => {
    const boughtAt = after(endsAt, -daysAgo * DAY_MS);
    const bought: Step = {
      at: boughtAt,
      act: { kind: 'buy', player: 'demo', hasCode: false, ...order },
    };
    if (daysAgo !== OWN_REFUNDED_DAYS_AGO) return [bought];
    const refunded = { kind: 'refund', player: 'demo', boughtAt, isPart: false, fails: false } as const;
    return [bought, { at: after(boughtAt, 2 * DAY_MS), act: refunded }];
  });
  return steps.filter(({ at }) => at.getTime() > beganMs);
}

/** Steps of operators, several times a week. */
function caresOf(
  random: Random,
  { days }: Span,
  { signUps, momentOf }: { signUps: readonly Date[]; momentOf: () => Date },
): Step[] {
  return Array.from({ length: Math.ceil(days * CARES_A_DAY) }, () => {
    const at = momentOf();
    const care = random.weighted(CARES);
    // a player who has signed up by then
    const known = signUps.filter((signUp) => signUp < at).length;
    return {
      at,
      act: {
        kind: 'care',
        player: random.between(0, Math.max(0, known - 1)),
        care,
        share: random.fraction(),
      },
    };
  });
}

/** Carts of the last hour, whose orders still wait for the payment when the history ends. */
const lastCartsOf = (random: Random, { endsAt }: Span, players: number): Step[] =>
  Array.from({ length: LAST_CARTS }, () => ({
    at: after(endsAt, -random.between(2, 50) * MINUTE_MS),
    act: {
      kind: 'buy',
      player: random.between(0, players - 1),
      coins: Number(random.weighted(COINS)),
      share: random.fraction(),
      end: 'abandoned',
      hasCode: false,
    },
  }));

/** Blocks of the last hours that exceed the limit of support, so that they wait for a second person. */
const lastBlocksOf = (random: Random, { endsAt }: Span, players: number): Step[] =>
  Array.from({ length: LAST_BLOCKS }, () => ({
    at: after(endsAt, -random.between(1, 6) * HOUR_MS),
    act: {
      kind: 'care',
      player: random.between(0, players - 1),
      care: 'block',
      share: 0.3 + random.fraction() * 0.4,
    },
  }));

const TROUBLES: readonly Trouble[] = ['review', 'paidTwice', 'paidTwice', 'review'];

/** Purchases of the last hours that an operator must decide about. Some players may be blocked by then. */
const lastTroublesOf = ({ endsAt }: Span, players: number): Step[] =>
  TROUBLES.map((trouble, at) => ({
    at: after(endsAt, -(5 - at) * HOUR_MS),
    act: { kind: 'trouble', player: at % players, trouble, coins: 200 + at * 100, share: 0 },
  }));
