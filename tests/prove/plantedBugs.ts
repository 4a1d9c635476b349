import { ACCOUNT_BUGS } from './plantedAccounts.ts';
import { DEVICE_BUGS } from './plantedDevices.ts';
import { PASSKEY_BUGS } from './plantedPasskeys.ts';
import type { PlantedBug } from './plantedBug.ts';
import { FAIRNESS_BUGS } from './plantedFairness.ts';
import { FAULT_BUGS } from './plantedFaults.ts';
import { GAME_BUGS } from './plantedGame.ts';
import { MONEY_BUGS } from './plantedMoney.ts';
import { OPERATOR_GAME_BUGS } from './plantedOperatorGame.ts';
import { OPERATOR_ORDER_BUGS } from './plantedOperatorOrders.ts';
import { OPERATOR_CATALOGUE_BUGS } from './plantedOperatorCatalogue.ts';
import { OPERATOR_PLAYER_BUGS } from './plantedOperatorPlayers.ts';
import { OPERATOR_BUGS } from './plantedOperators.ts';
import { OPERATOR_SITE_BUGS } from './plantedOperatorSite.ts';
import { PAYMENT_BUGS } from './plantedPayments.ts';
import { TAX_BUGS } from './plantedTax.ts';

/** All bugs that the tests must find. */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  ...MONEY_BUGS,
  ...PAYMENT_BUGS,
  ...TAX_BUGS,
  ...ACCOUNT_BUGS,
  ...DEVICE_BUGS,
  ...PASSKEY_BUGS,
  ...FAIRNESS_BUGS,
  ...GAME_BUGS,
  ...OPERATOR_BUGS,
  ...OPERATOR_CATALOGUE_BUGS,
  ...OPERATOR_GAME_BUGS,
  ...OPERATOR_ORDER_BUGS,
  ...OPERATOR_PLAYER_BUGS,
  ...OPERATOR_SITE_BUGS,
  ...FAULT_BUGS,
];

/**
 * Puts a bug into the text of its file.
 * @throws Error if the text to replace does not stand there exactly once
 */
export function plant({ file, text, replacement }: PlantedBug, source: string): string {
  const [before, after, ...more] = source.split(text);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${file} holds this text ${more.length > 0 ? 'more than once' : 'nowhere'}: ${text}`);
  return before + replacement + after;
}

/** Matches the full names of the tests with a title; placeholders such as `%s` match any value. */
export function titlePattern(title: string): string {
  return title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/%[sdij]/g, '.*');
}
