import type { LedgerLine } from '#/contract/operator/players.ts';

export type BalancedLine = LedgerLine & { balance: number };

/**
 * Adds to each line the balance after it.
 * @param lines the newest first, without gaps
 * @param balance OC in the ledger account after the newest line
 */
export function withBalances(lines: readonly LedgerLine[], balance: number): BalancedLine[] {
  let after = balance;
  return lines.map((line) => {
    const shown = Object.assign({ balance: after }, line);
    after -= line.amount;
    return shown;
  });
}
