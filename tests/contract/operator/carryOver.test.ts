import { describe, expect, test } from 'vitest';
import { carryOver } from '#/contract/operator/catalogue/carryOver.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';

const EMPTY: Catalogue = {
  servers: [],
  cases: [],
  products: [],
  goods: [],
  paymentGroups: [],
  referral: { statuses: [], milestones: [] },
  landing: { promos: [], news: [] },
};
const title = { ru: 'Акция', uk: 'Акція', en: 'Promotion' };
const withPromos = (...codes: string[]): Catalogue => ({
  ...EMPTY,
  landing: { promos: codes.map((code) => ({ code, title })), news: [] },
});
const carried = (base: Catalogue, draft: Catalogue, newest: Catalogue) => {
  const { content, conflicts } = carryOver(base, draft, newest);
  return { codes: content.landing.promos.map(({ code }) => code), conflicts };
};

describe('O19 carrying a draft over', () => {
  test('O19 keeps the order that the newer revision has, if the draft did not change it', () => {
    const newest = withPromos('THIRD', 'FIRST', 'SECOND');
    const base = withPromos('FIRST', 'SECOND', 'THIRD');
    expect(carried(base, withPromos('FIRST', 'SECOND', 'THIRD', 'NEW'), newest)).toEqual({
      codes: ['THIRD', 'FIRST', 'SECOND', 'NEW'],
      conflicts: [],
    });
    expect(carried(base, withPromos('NEW', 'SECOND', 'FIRST', 'THIRD'), base).codes).toEqual([
      'NEW',
      'SECOND',
      'FIRST',
      'THIRD',
    ]);
  });

  test('O19 names an order that both sides changed', () => {
    const base = withPromos('FIRST', 'SECOND', 'THIRD');
    const draft = withPromos('SECOND', 'FIRST', 'THIRD');
    expect(carried(base, draft, withPromos('THIRD', 'SECOND', 'FIRST'))).toEqual({
      codes: ['SECOND', 'FIRST', 'THIRD'],
      conflicts: ['landing.promos order'],
    });
    expect(carried(base, draft, draft).conflicts).toEqual([]);
  });

  test('O19 loses no unfinished entries', () => {
    const base = withPromos('FIRST');
    expect(carried(base, withPromos('FIRST', '', ''), withPromos('FIRST', 'SECOND')).codes).toEqual([
      'FIRST',
      '',
      '',
      'SECOND',
    ]);
  });
});
