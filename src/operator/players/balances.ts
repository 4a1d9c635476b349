import type { LedgerLine } from '#/contract/operator/players.ts';

export type BalancedLine = LedgerLine & { balance: number };

/**
 * Adds to each line what was in the purse after it.
 * @param lines the newest first, without gaps from the newest on
 * @param balance OC in the purse after the newest line
 */
export function withBalances(lines: readonly LedgerLine[], balance: number): BalancedLine[] {
  let after = balance;
  return lines.map((line) => {
    const shown = Object.assign({ balance: after }, line);
    after -= line.amount;
    return shown;
  });
}
