import { ACCOUNT_BUGS } from './accounts.ts';
import { DEVICE_BUGS } from './devices.ts';
import { PASSKEY_BUGS } from './passkeys.ts';
import type { PlantedBug } from './bug.ts';
import { CROWD_OPENING_BUGS } from './crowdOpenings.ts';
import { FAIRNESS_BUGS } from './fairness.ts';
import { FAULT_BUGS } from './faults.ts';
import { GAME_BUGS } from './game.ts';
import { MONEY_BUGS } from './money.ts';
import { OPERATOR_GAME_BUGS } from './operatorGame.ts';
import { OPERATOR_ORDER_BUGS } from './operatorOrders.ts';
import { OPERATOR_CATALOGUE_BUGS } from './operatorCatalogue.ts';
import { OPERATOR_PLAYER_BUGS } from './operatorPlayers.ts';
import { OPERATOR_BUGS } from './operators.ts';
import { OPERATOR_SITE_BUGS } from './operatorSite.ts';
import { PAYMENT_BUGS } from './payments.ts';
import { REFERRAL_BUGS } from './referral.ts';
import { TAX_BUGS } from './tax.ts';

/** All bugs that the tests must find. */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  ...MONEY_BUGS,
  ...REFERRAL_BUGS,
  ...CROWD_OPENING_BUGS,
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
