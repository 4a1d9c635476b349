import { idAgain, rangesOf, seedOfNobody, sha256Hex, ticketAgain } from './verifier.ts';

/* The vectors of PF1. Authors of other verifiers begin with them. */

const ODDS = 'ODDS1\n7\n3\n101:550000\n102:250000\n103:130000\n104:55000\n105:14000\n106:1000\n';
const SEED = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const DRAW = {
  epochId: 'e-42',
  clientSeed: 'abc_DEF-123',
  oddsHash: '39226b50af119093fe7c875c344ed8a225c54e64ad8f57b3a36aa821942c1404',
};
const DIGEST_OF_5000 = '83d8de62770e6f8a618571821833f0cfa16920e0d7f2cac38baf2d580569b81d';
/** For nonce 3502 the first word is refused; the last two nonces draw the first ticket and the last. */
const TICKETS: Record<number, number> = {
  0: 379_016,
  1: 461_527,
  3: 891_473,
  46: 999_430,
  3502: 248_766,
  670_732: 0,
  510_326: 999_999,
};
const EDGES = [0, 549_999, 550_000, 799_999, 985_000, 998_999, 999_000, 999_999];
const OWNERS = '101 101 102 102 105 105 106 106';

/** The vectors that a drawing does not meet. @param draw of the verifier, or of the site */
export function brokenGoldenVectors(draw: typeof ticketAgain = ticketAgain): string[] {
  const ticketAt = (nonce: number) => draw(SEED, { ...DRAW, nonce });
  const tickets = Array.from({ length: 5000 }, (_, nonce) => ticketAt(nonce));
  const ranges = rangesOf(ODDS);
  const ownerOf = (ticket: number) =>
    typeof ranges === 'string'
      ? ranges
      : ranges.find(({ first, last }) => first <= ticket && ticket <= last)?.item;
  const vectors: [string, boolean][] = [
    ['the hash of the odds', sha256Hex(ODDS) === DRAW.oddsHash],
    [
      'the commitment',
      sha256Hex(SEED) === '6c86c6aac5fb24bcf5d9939cb7d7d5645ce39418f449e03b262dd4fa14b4b92b',
    ],
    ['the digest of nonces 0 to 4999', sha256Hex(tickets.join(',')) === DIGEST_OF_5000],
    [
      'single tickets',
      Object.entries(TICKETS).every(([nonce, ticket]) => ticketAt(Number(nonce)) === ticket),
    ],
    ['the id of the epoch', idAgain(SEED) === 'e2-1c1fe42b1e5c1e10fb98'],
    ['the client seed of nobody', seedOfNobody('e2-1c1fe42b1e5c1e10fb98') === '6a7b16f89a040ac0a26c99'],
    ['the edges of the ranges', EDGES.map(ownerOf).join(' ') === OWNERS],
  ];
  return vectors.filter(([, isMet]) => !isMet).map(([name]) => name);
}
