import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { VatRate, VatRatesReply } from '#/contract/operator/vat.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createOperator, type TestOperator } from '../../../../support/desks/operators.ts';

const { vatRates, setVatRate, importVatRates } = operatorCalls;

let app: TestApp;
let owner: TestOperator;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createOperator(app, 'owner');
});
beforeEach(async () => {
  await app.pool.query('TRUNCATE vat_rates');
});
afterAll(() => app.close());

const act = (endpoint: typeof setVatRate | typeof importVatRates, body: object) =>
  owner.browser.call(endpoint, { body: { reason: 'as the law says', ...body } });
const inForce = async () => (await owner.browser.call(vatRates)).json<VatRatesReply>().rates;

describe('O25 rates', () => {
  test('O9 of two owners who set or confirm one rate at once, the second is refused', async () => {
    const rate = { country: 'EE', from: '2025-01-01' };
    const [first, second] = await Promise.all(
      [2200, 2400].map((basisPoints) => act(setVatRate, { ...rate, basisPoints, replaces: null })),
    );
    expect(new Set([first!.statusCode, second!.statusCode])).toEqual(new Set([200, 409]));
    const [{ basisPoints }] = (await inForce()).filter(({ country }) => country === 'EE') as [VatRate];

    await act(importVatRates, {});
    const offered = (await inForce()).find(({ country }) => country === 'FI')!;
    const confirmed = { basisPoints: offered.basisPoints, isConfirmed: false };
    const mine = { ...offered, isConfirmed: undefined, replaces: confirmed };
    expect((await act(setVatRate, { ...mine, basisPoints: 1000 })).statusCode).toBe(200);
    for (const replaces of [
      confirmed,
      { ...confirmed, basisPoints: 1000 },
      { ...confirmed, isConfirmed: true },
    ]) {
      const late = await act(setVatRate, { ...mine, replaces });
      expect([late.statusCode, codeOf(late)]).toEqual([409, 'operatorChanged']);
    }
    expect(await inForce()).toEqual(
      expect.arrayContaining([
        { ...rate, basisPoints, isConfirmed: true },
        { ...offered, basisPoints: 1000, isConfirmed: true },
      ]),
    );
  });

  test('an import adds the rates of countries that have none', async () => {
    const latvia = { country: 'LV', basisPoints: 1200, from: '2025-01-01', replaces: null };
    expect((await act(setVatRate, latvia)).statusCode).toBe(200);
    const { added } = (await act(importVatRates, {})).json<{ added: number }>();
    expect(added).toBe(26);
    expect((await inForce()).filter(({ country }) => country === 'LV')).toMatchObject([
      { basisPoints: 1200 },
    ]);
  });

  test.each([
    { country: 'ZZ' },
    { basisPoints: 10_001 },
    { basisPoints: -1 },
    { basisPoints: 2100.5 },
    { from: '2026-02-30' },
  ])('%j is refused at its field', async (wrong) => {
    const rate = { country: 'LV', basisPoints: 2100, from: '2026-01-01', replaces: null };
    const reply = await act(setVatRate, { ...rate, ...wrong });
    expect([reply.statusCode, codeOf(reply)]).toEqual([400, 'badRequest']);
    expect(Object.keys(reply.json<{ errors: object }>().errors)).toEqual(Object.keys(wrong));
  });
});
