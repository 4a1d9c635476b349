import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  defaultClientSeed,
  epochIdOf,
  hasReachedEnd,
  isDerivedId,
  itemOfTicket,
  oddsHash,
  oddsText,
  parseOdds,
  previousSeed,
  TICKETS,
  ticketOf,
  type OddsRow,
} from '#/contract/fair.ts';
import { brokenGoldenVectors } from '../prove/fair/golden.ts';

const TEXT = 'ODDS1\n7\n3\n101:550000\n102:250000\n103:130000\n104:55000\n105:14000\n106:1000\n';
const HASH = '39226b50af119093fe7c875c344ed8a225c54e64ad8f57b3a36aa821942c1404';
const SEED = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const ROWS: OddsRow[] = [550_000, 250_000, 130_000, 55_000, 14_000, 1000].map((tickets, index) => ({
  itemId: 101 + index,
  sortOrder: index,
  tickets,
}));

const ticketAt = (nonce: number) =>
  ticketOf({ serverSeed: SEED, epochId: 'e-42', clientSeed: 'abc_DEF-123', nonce, oddsHash: HASH });

describe('PF1 golden vectors', () => {
  test('the canonical text and its hash', () => {
    expect(oddsText(7, 3, ROWS.toReversed())).toBe(TEXT);
    expect(oddsHash(TEXT)).toBe(HASH);
    expect(parseOdds(TEXT)).toEqual(ROWS.map(({ itemId, tickets }) => ({ itemId, tickets })));
  });

  test('rows of one sort order are ordered by item', () => {
    const rows = [
      { itemId: 9, sortOrder: 1, tickets: 1 },
      { itemId: 8, sortOrder: 1, tickets: TICKETS - 1 },
    ];
    expect(oddsText(1, 1, rows)).toBe(`ODDS1\n1\n1\n8:${TICKETS - 1}\n9:1\n`);
  });

  test('the commitments of the seed', () => {
    const commitment = previousSeed(SEED);
    expect(commitment).toBe('6c86c6aac5fb24bcf5d9939cb7d7d5645ce39418f449e03b262dd4fa14b4b92b');
    const anchor = previousSeed(commitment);
    expect(anchor).toBe('6ad11908f3afcea64cd243156045f8ec0e5174b519597633e1ab1c4c18b56a1a');
    expect(previousSeed(anchor)).toBe('0b8b3e2de9fdc3081b821c1e3ab9fd2e4810cc2158f78a66893a982d8550b354');
  });

  test('SE5 the id of the epoch and the client seed of a player who gives none', () => {
    const id = epochIdOf(SEED);
    expect([id, defaultClientSeed(id)]).toEqual(['e2-1c1fe42b1e5c1e10fb98', '6a7b16f89a040ac0a26c99']);
    expect(['e2-0', 'e-2', 'e-e2-'].map(isDerivedId)).toEqual([true, false, false]);
  });

  test.each([
    [9900, 1, false],
    [9901, 1, true],
    [0, 88, false],
    [0, 89, true],
    [0, 90, true],
  ])('SE5 an epoch of %i draws and %i days has reached its end: %s', (draws, days, isEnd) => {
    const endedAt = new Date(Date.UTC(2026, 0, 1 + days)).toISOString();
    expect(hasReachedEnd({ draws, createdAt: '2026-01-01T00:00:00.000Z', endedAt })).toBe(isEnd);
  });

  test.each([
    [0, 379_016, 101],
    [1, 461_527, 101],
    [2, 673_203, 102],
    [3, 891_473, 103],
    [10, 115_793, 101],
    [11, 574_654, 102],
    [12, 681_271, 102],
    [13, 250_894, 101],
    [14, 638_597, 102],
    [46, 999_430, 106],
    // the first word is refused, the second is taken
    [3502, 248_766, 101],
  ])('nonce %i draws ticket %i, item %i', (nonce, ticket, itemId) => {
    expect(ticketAt(nonce)).toBe(ticket);
    expect(itemOfTicket(parseOdds(TEXT), ticket)).toBe(itemId);
  });

  test('nonces 0 to 4999', () => {
    const tickets = Array.from({ length: 5000 }, (_, nonce) => ticketAt(nonce));
    expect(createHash('sha256').update(tickets.join(',')).digest('hex')).toBe(
      '83d8de62770e6f8a618571821833f0cfa16920e0d7f2cac38baf2d580569b81d',
    );
  });

  test('the site and the verifier of strangers meet the same vectors, tickets 0 and 999,999 among them', () => {
    expect(brokenGoldenVectors((serverSeed, draw) => ticketOf({ serverSeed, ...draw }))).toEqual([]);
    expect(brokenGoldenVectors()).toEqual([]);
    expect(brokenGoldenVectors(() => 0)).not.toEqual([]);
  });

  test('nonce 2^31 and the longest seeds agree with a second implementation', () => {
    const draw = { epochId: 'e'.repeat(40), clientSeed: 'Z'.repeat(64), nonce: 2 ** 31, oddsHash: HASH };
    const message = `PF1|${draw.epochId}|${draw.clientSeed}|2147483648|${HASH}|0`;
    const word = createHmac('sha256', 'f'.repeat(64)).update(message).digest().readUInt32BE(0);
    expect(word).toBeLessThan(4_294_000_000);
    expect(ticketOf({ serverSeed: 'f'.repeat(64), ...draw })).toBe(word % 1_000_000);
  });
});

describe('PF1 ranges', () => {
  test.each([
    [101, 0, 549_999],
    [102, 550_000, 799_999],
    [103, 800_000, 929_999],
    [104, 930_000, 984_999],
    [105, 985_000, 998_999],
    [106, 999_000, 999_999],
  ])('item %i owns %i to %i', (itemId, lowest, highest) => {
    const rows = parseOdds(TEXT);
    expect(itemOfTicket(rows, lowest)).toBe(itemId);
    expect(itemOfTicket(rows, highest)).toBe(itemId);
  });

  test('a ticket that nobody owns is an error', () => {
    expect(() => itemOfTicket(parseOdds(TEXT), TICKETS)).toThrow(RangeError);
  });

  test('a table of one item owns everything', () => {
    const rows = parseOdds(oddsText(1, 1, [{ itemId: 5, sortOrder: 0, tickets: TICKETS }]));
    expect([0, TICKETS - 1].map((ticket) => itemOfTicket(rows, ticket))).toEqual([5, 5]);
  });

  test('a table of thirty items sums exactly', () => {
    const rows = Array.from({ length: 30 }, (_, index) => ({
      itemId: index + 1,
      sortOrder: 0,
      tickets: index ? 30_000 : 130_000,
    }));
    const parsed = parseOdds(oddsText(1, 1, rows));
    expect(parsed.map(({ itemId }) => itemId)).toEqual(rows.map(({ itemId }) => itemId));
    expect(itemOfTicket(parsed, 999_999)).toBe(30);
  });

  test.each([
    ['one ticket too few', [999_999]],
    ['one ticket too many', [1_000_001]],
    ['an item without tickets', [1_000_000, 0]],
    ['a negative share', [1_000_001, -1]],
    ['half a ticket', [999_999.5, 0.5]],
  ])('%s is refused', (_, tickets) => {
    const rows = tickets.map((share, index) => ({ itemId: index + 1, sortOrder: index, tickets: share }));
    expect(() => oddsText(1, 1, rows)).toThrow(RangeError);
  });
});
