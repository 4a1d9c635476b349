import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chanceOfRare,
  deviation,
  expectedSwap,
  hundredths,
  shareOfReturn,
  spreadRest,
  sumOfTickets,
  unswappableShare,
} from '#/contract/operator/catalogue/odds.ts';
import { percentOf, swapMistakes, warningsOf, waysOfSale } from '#/contract/operator/catalogue/returns.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { demoCatalogue, demoCopy } from '../../support/catalogue/demoCatalogue.ts';

const caseOf = (catalogue: Catalogue, slug: string) => catalogue.cases.find((file) => file.slug === slug)!;
const patrol = caseOf(demoCatalogue, 'patrol');
const port = caseOf(demoCatalogue, 'port');

describe('O17 the figures of a case', () => {
  test('O17 Night Patrol returns 122.10 OC of 150 OC: 81.4 %, by ten 85.7 %; 9.15 % cannot be swapped', () => {
    expect(expectedSwap(patrol.items)).toBe(122_10);
    expect(unswappableShare(patrol.items)).toBe(9_15);
    const returns = waysOfSale(demoCatalogue, patrol.id)
      .filter(({ good }) => good.type === 'casesItem' && 'coins' in good.price)
      .map((way) => [way.count, percentOf(way.returned)]);
    expect(returns).toEqual([
      [1, 81_40],
      [10, 85_68],
    ]);
  });

  test('O17 the shares of the items sum to the whole return', () => {
    const shares = patrol.items.map((item) => shareOfReturn(item, patrol.items));
    expect(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 100_00)).toBeLessThan(shares.length);
  });

  test('O17 chance of a rare prize and spread are those of floating point, to the hundredth', () => {
    for (const { items } of demoCatalogue.cases) {
      const rare = items.filter(({ color }) => ['rare', 'legendary', 'epic'].includes(color));
      const part = sumOfTickets(rare) / 1_000_000;
      for (const openings of [1, 10, 100]) {
        const chance = (1 - (1 - part) ** openings) * 100_00;
        expect(Math.abs(chanceOfRare(items, openings) - chance)).toBeLessThanOrEqual(0.51);
      }
      const values = items.map(
        (item) => [item.tickets, item.isSwapAvailable ? item.premiumCoinsPrice : 0] as const,
      );
      const mean = values.reduce((sum, [tickets, coins]) => sum + tickets * coins, 0) / 1e6;
      const variance = values.reduce((sum, [tickets, coins]) => sum + tickets * (coins - mean) ** 2, 0) / 1e6;
      expect(Math.abs(deviation(items) - Math.sqrt(variance) * 100)).toBeLessThanOrEqual(0.51);
    }
  });

  test('O17 fractions are rounded half up', () => {
    expect([hundredths(1n, 200n), hundredths(149n, 30_000n), hundredths(2n, 3n)]).toEqual([1, 0, 67]);
  });
});

describe('O17 spreading the rest', () => {
  test('O17 gives whole tickets that sum to a million, leaves locked rows, and keeps the order of the others', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ tickets: fc.integer({ min: 0, max: 60_000 }), isLocked: fc.boolean() }), {
          minLength: 8,
          maxLength: 15,
        }),
        (rows) => {
          const spread = spreadRest(rows);
          if (rows.every(({ isLocked }) => isLocked)) {
            expect(spread).toBeNull();
            return;
          }
          expect(spread!.reduce((sum, tickets) => sum + tickets, 0)).toBe(1_000_000);
          for (const [at, { tickets, isLocked }] of rows.entries()) {
            if (isLocked) expect(spread![at]).toBe(tickets);
            else expect(spread![at]).toBeGreaterThanOrEqual(1);
            for (const [other, row] of rows.entries())
              if (!isLocked && !row.isLocked && tickets > row.tickets)
                expect(spread![at]).toBeGreaterThanOrEqual(spread![other]!);
          }
        },
      ),
    );
  });

  test('O17 thirds are given by the largest remainder, and locked rows that leave nothing refuse', () => {
    const open = { tickets: 1, isLocked: false };
    expect(spreadRest([open, open, open])).toEqual([333_334, 333_333, 333_333]);
    expect(spreadRest([{ tickets: 1_000_000, isLocked: true }, open])).toBeNull();
    // what was likelier stays so where nothing else decides
    expect(spreadRest([{ tickets: 0, isLocked: false }, open, { tickets: 1, isLocked: true }])).toEqual([
      499_999, 500_000, 1,
    ]);
  });
});

describe('O17 what mints coins', () => {
  test('O17 the demonstration mints none; a price at the expected swap value does', () => {
    expect(swapMistakes(demoCatalogue)).toEqual([]);
    const catalogue = demoCopy();
    const at = catalogue.goods.findIndex(({ caseId, price }) => caseId === patrol.id && 'coins' in price);
    catalogue.goods[at]!.price = { coins: 122 };
    expect(swapMistakes(catalogue)).toMatchObject([{ code: 'swapPaysBack', path: ['goods', at, 'price'] }]);
    catalogue.goods[at]!.price = { coins: 123 };
    expect(swapMistakes(catalogue)).toEqual([]);
  });

  test('O17 coins in a pack count, and a good for euro must not beat the best bonus', () => {
    const catalogue = demoCopy();
    const ten = catalogue.goods.find(
      ({ caseId, price }) => caseId === patrol.id && 'coins' in price && price.coins > 1000,
    )!;
    ten.grants.push({ kind: 'coins', coins: 205 });
    expect(swapMistakes(catalogue)).toHaveLength(1);
    ten.grants.pop();
    const five = catalogue.goods.find(({ caseId, price }) => caseId === port.id && 'cents' in price)!;
    // 1232.20 coins; 9.13 euro buy as many at 135 %
    five.price = { cents: 9130 };
    expect(swapMistakes(catalogue)).toEqual([]);
    five.price = { cents: 9127 };
    expect(swapMistakes(catalogue)).toHaveLength(1);
  });

  test('O17 a discount of 15 % lets five of Port return more coins than the euro buys; 14 % does not', () => {
    const warned = (percentBasisPoints: number) =>
      warningsOf(demoCatalogue, demoCatalogue, [
        { code: 'SALE', percentBasisPoints, fixedCents: null, goodsIds: null, productTypes: ['casesItem'] },
      ]).filter(({ code, caseId }) => code === 'discountPaysBack' && caseId === port.id);
    expect([warned(1400).length, warned(1500).length]).toEqual([0, 1]);
  });

  test('O17 odds that move far, fall in margin or become very rare are warned of', () => {
    const changed = demoCopy();
    const { items } = caseOf(changed, 'patrol');
    const sorted = items.toSorted((a, b) => b.tickets - a.tickets);
    sorted[0]!.tickets -= 100_001;
    items.find(({ premiumCoinsPrice }) => premiumCoinsPrice === 30)!.tickets += 100_001;
    const codes = (catalogue: Catalogue) =>
      new Set(
        warningsOf(catalogue, demoCatalogue, [])
          .filter(({ caseId }) => caseId === patrol.id)
          .map(({ code }) => code),
      );
    expect(codes(changed)).toContain('oddsMoveFar');
    const dearer = demoCopy();
    caseOf(dearer, 'patrol').items[0]!.premiumCoinsPrice += 100;
    expect(codes(dearer)).toContain('marginFalls');
  });
});
