import { expect, test } from 'vitest';
import { discountOrder } from '#/server/operator/discountOptions.ts';
import { maskedName } from '#/server/platform/kernel/maskedName.ts';
import { rangeText } from '#/server/areas/shop/rangeText.ts';

test.each([
  ['marlot', 'm•••t'],
  ['abc', 'a•••c'],
  ['a_very-long.login', 'a•••n'],
  ['x', 'x•••'],
  ['', '•••'],
])('S11 the name %j of somebody else is shown as %j', (name, masked) => {
  expect(maskedName(name)).toBe(masked);
});

const spaced = (text: string) => text.replaceAll(' ', '\u00A0');

test.each([
  ['ru', 5000, 14_990, '50 – 149 €'],
  ['uk', 5000, 14_990, '50 – 149 €'],
  ['en', 5000, 14_990, '€50 – €149'],
  ['ru', 100_000, 500_000, '1 000 – 5 000 €'],
  ['en', 100_000, 500_000, '€1,000 – €5,000'],
  ['en', 50, 990, '€0.50 – €9'],
  ['uk', 1000, 1090, '10 €'],
] as const)('S2 a tier in %s from %i to %i cents', (locale, fromCents, toCents, text) => {
  expect(rangeText({ fromCents, toCents }, locale)).toBe(spaced(text));
});

const whole = {
  percentBasisPoints: null,
  fixedCents: null,
  productTypes: null,
  goodsIds: null,
  perAccountLimit: null,
  totalLimit: null,
  startsAt: null,
  endsAt: null,
};

test.each<[string, object]>([
  ['list', { action: 'list' }],
  ['stop night10', { action: 'stop', code: 'NIGHT10' }],
  [
    'make NIGHT10 --percent 10',
    { action: 'make', discount: { ...whole, code: 'NIGHT10', percentBasisPoints: 1000 } },
  ],
  [
    'make x-1 --percent 7.5',
    { action: 'make', discount: { ...whole, code: 'X-1', percentBasisPoints: 750 } },
  ],
  [
    'make FIVE --euro 5 --types one_coin,goods --goods 11,12 --per-account 1 --total 100 --from 2026-01-01T00:00Z --until 2026-02-01T00:00:00+02:00',
    {
      action: 'make',
      discount: {
        code: 'FIVE',
        percentBasisPoints: null,
        fixedCents: 500,
        productTypes: ['one_coin', 'goods'],
        goodsIds: [11, 12],
        perAccountLimit: 1,
        totalLimit: 100,
        startsAt: new Date('2026-01-01T00:00Z'),
        endsAt: new Date('2026-01-31T22:00Z'),
      },
    },
  ],
])('npm run discount -- %s', (typed, order) => {
  expect(discountOrder(typed.split(' '))).toEqual(order);
});

test.each([
  ['', 'npm run discount'],
  ['make', 'npm run discount'],
  ['list NIGHT10', 'npm run discount'],
  ['burn NIGHT10', 'npm run discount'],
  ['make A --percent 10', '3 to 35'],
  ['make NIGHT10', 'either --percent or --euro'],
  ['make NIGHT10 --percent 10 --euro 5', 'either --percent or --euro'],
  ['make NIGHT10 --percent 0', 'A discount of nothing'],
  ['make NIGHT10 --percent 101', 'at most 100'],
  ['make NIGHT10 --percent ten', 'percent'],
  ['make NIGHT10 --euro 1.999', 'euro'],
  ['make NIGHT10 --euro 5 --types coins', 'types'],
  ['make NIGHT10 --euro 5 --total 0', 'total'],
  ['make NIGHT10 --euro 5 --from tomorrow', '--from must be a time'],
  ['make NIGHT10 --euro 5 --until 2026-13-01', '--until must be a time'],
  ['make NIGHT10 --euro 5 --until 2026-01-01T10:00', '--until must be a time'],
  ['make NIGHT10 --euro 5 --from 2026-02-01T00:00Z --until 2026-01-01T00:00Z', 'later than'],
  ['make NIGHT10 --euro 5 --surprise 1', 'surprise'],
])('npm run discount -- %s is refused', (typed, sentence) => {
  expect(() => discountOrder(typed.split(' ').filter(Boolean))).toThrow(sentence);
});
