import { expect, test } from 'vitest';
import { moneyRows } from '#/operator/figures/charts/moneyRows.ts';
import { rangeOf } from '#/operator/figures/useRange.ts';

test('O24 every day of a range has its money, and a day without any has none', () => {
  const line = { day: '2026-01-02', refundedCents: 50, chargedBackCents: 20 };
  const { providers, rows } = moneyRows({
    from: '2026-01-01',
    to: '2026-01-03',
    money: [
      { ...line, provider: 'btcpay', paidCents: 100 },
      { ...line, provider: 'stripe', paidCents: 900 },
    ],
  });
  expect(providers).toEqual(['stripe', 'btcpay']);
  expect(rows).toEqual([
    { day: '2026-01-01', stripe: 0, btcpay: 0, back: 0 },
    { day: '2026-01-02', stripe: 900, btcpay: 100, back: -140 },
    { day: '2026-01-03', stripe: 0, btcpay: 0, back: 0 },
  ]);
});

test('O24 an address that names no days shows the last thirty, and a server stays', () => {
  const of = (search: string) => rangeOf(new URLSearchParams(search));
  expect(of('').preset).toBe(30);
  expect(of('days=7&server=everest')).toMatchObject({ preset: 7, query: { server: 'everest' } });
  expect(of('from=2026-01-01&to=2026-01-31')).toEqual({
    preset: undefined,
    query: { from: '2026-01-01', to: '2026-01-31' },
  });
  expect(of('from=2026-02-01&to=2026-01-31')).toMatchObject({
    preset: 30,
    wrong: { from: '2026-02-01', to: '2026-01-31' },
  });
  expect(of('from=2026-01-01&to=2026-01-31&server=-!')).toEqual(of('from=2026-01-01&to=2026-01-31'));
  expect(of('days=5').preset).toBe(30);
});
