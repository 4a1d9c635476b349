/** What people do on the evening of the promotion. */
export type Act = 'visit' | 'look' | 'open' | 'openTen' | 'buy' | 'exchange' | 'signIn' | 'pay';

/** Of a hundred arrivals. A sign-in and a payment are several requests. */
export const MIX: Readonly<Record<Act, number>> = {
  visit: 46,
  look: 26,
  open: 12,
  openTen: 1,
  buy: 6,
  exchange: 5,
  signIn: 2,
  pay: 2,
};

/** A request as it is counted; an act may have several. */
export type Kind = 'page' | 'shared' | 'own' | 'open' | 'reveal' | 'buy' | 'exchange' | 'signIn' | 'pay';

/** Kinds whose 99th percentile is judged together: what one person feels as one thing. */
export const GROUPS = {
  visitors: ['page', 'shared'],
  players: ['own'],
  effects: ['open', 'reveal', 'buy', 'exchange', 'pay'],
  signIns: ['signIn'],
} as const satisfies Record<string, readonly Kind[]>;
export type Group = keyof typeof GROUPS;

/** Numbers from 0 to 1 that are the same in every run. */
export function drawing(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What the next person to arrive does. */
export function nextAct(drawn: number): Act {
  let left = drawn * 100;
  for (const [act, share] of Object.entries(MIX) as [Act, number][]) if ((left -= share) < 0) return act;
  return 'visit';
}
