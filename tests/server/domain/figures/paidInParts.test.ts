import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkFigures } from '#/server/domain/figures/checkFigures.ts';
import { countFigures } from '#/server/domain/figures/countFigures.ts';
import { vatRows } from '#/server/domain/figures/vatRows.ts';
import { createPlayer } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../../../support/players/shopping.ts';

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
});
afterAll(() => app.close());

const today = () => app.deps.now().toISOString().slice(0, 10);

test('O24 a payment that comes in parts counts with the money of each day, and once', async () => {
  const id = await pendingOrder(app, await createPlayer(app.deps));
  const from = today();
  const part = { causeRef: `${id}:3000`, amountCents: 3000 };
  expect(await applyPaymentEvent(app, id, 'paid', part)).toBe('review');
  await countFigures(app.deps);
  app.advanceMs(DAY_MS);
  const to = today();
  // the report of the rest has the whole sum
  expect(await applyPaymentEvent(app, id, 'paid')).toBe('granted');
  // and a late report of the first part adds nothing
  await applyPaymentEvent(app, id, 'paid', { causeRef: `${id}:2999`, amountCents: 2999 });
  await countFigures(app.deps);
  const { rows } = await app.pool.query(
    `SELECT day::text, value::int FROM day_sums WHERE metric = 'paidCents' ORDER BY day`,
  );
  expect(rows).toEqual([
    { day: from, value: 3000 },
    { day: to, value: 2000 },
  ]);
  expect(await vatRows(app.deps.db, { from, to })).toMatchObject([{ orders: 1, grossCents: 5000 }]);
  app.deps.randomBytes = (size) => Buffer.alloc(size);
  await checkFigures(app.deps);
  const checked = await app.pool.query('SELECT day::text, differences FROM day_sum_checks');
  expect(checked.rows).toEqual([{ day: from, differences: 0 }]);
});
