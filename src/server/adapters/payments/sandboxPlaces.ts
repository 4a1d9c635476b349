import { createHash } from 'node:crypto';
import type { Place } from '#/server/ports/payments.ts';

/** Methods paid in coins. As with a real provider, nobody knows where their buyers live. */
const COIN_METHODS = new Set(['bitcoin', 'ethereum', 'litecoin', 'tether', 'binance_coin']);
/** Countries of made-up buyers, by frequency. */
const COUNTRIES = [
  'UA',
  'UA',
  'PL',
  'PL',
  'DE',
  'DE',
  'LV',
  'CZ',
  'EE',
  'LT',
  'FR',
  'ES',
  'IT',
  'FI',
  'KZ',
  'GE',
];
/** One payment in so many has a card from another country, and one lacks the card's country. */
const ODD_ONE_IN = 24;

/** Whether the payments of a method name the buyer's country. */
export const isPlaced = (methodName: string): boolean => !COIN_METHODS.has(methodName);

/** Makes up the buyer's country of a payment. The same payment always has the same one. */
export function placesOf(ref: string, methodName: string): Place[] {
  if (!isPlaced(methodName)) return [];
  const [home, abroad, chance] = createHash('sha256').update(ref).digest();
  const country = COUNTRIES[home! % COUNTRIES.length]!;
  const billing: Place = { kind: 'billing', country };
  if (chance! % ODD_ONE_IN === 0) return [billing];
  const isAbroad = chance! % ODD_ONE_IN === 1;
  return [billing, { kind: 'card', country: isAbroad ? COUNTRIES[abroad! % COUNTRIES.length]! : country }];
}
