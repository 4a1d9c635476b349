import type { DeliverFigure } from './run.ts';

const CODES = ['K1', 'K3', 'K4', 'K5', 'K6', 'K7', 'K9'];

/** The bounds that the figures do not meet, in words. */
export function brokenDeliverBounds(figure: DeliverFigure): string[] {
  const { kills, mischief } = figure;
  const bounds: [string, boolean][] = [
    ['D21 nothing is given twice', figure.doubled.length === 0],
    ['D21 nothing is lost', figure.lost.length === 0],
    ['D2 every delivery ends in a final state', figure.stuck.length === 0 && figure.given > 0],
    ['D21 every unknown is explained', figure.unexplained.length === 0],
    ['D21 ledgers, games and books agree', figure.wrongLedgers.length === 0],
    ['D13 games know the Premium of their players', figure.wrongFacts.length === 0],
    ['D17 what is bought in a game is bought once', figure.wrongPurchases.length === 0],
    ['D17 something is bought in a game', figure.purchases > 0],
    ['D8 K8 nothing forged or repeated is taken', figure.taken.length === 0],
    ['K2 K8 the line did all it can', Object.values(mischief).every((count) => count > 0)],
    ['K1 to K9 every point was reached', figure.missed.length === 0],
    ...CODES.map((code): [string, boolean] => [
      `${code} happened`,
      Object.keys(kills).some((name) => name.startsWith(code)),
    ]),
    ['invariants', Object.keys(figure.broken).length === 0],
  ];
  return bounds.filter(([, isMet]) => !isMet).map(([bound]) => bound);
}
