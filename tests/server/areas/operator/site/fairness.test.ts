import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FairnessReply } from '#/contract/operator/site.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { checkBooks } from '#/server/domain/books/checkBooks.ts';
import { countDraws } from '#/server/domain/fairness/countDraws.ts';
import { createPlayer, open } from '../../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { createOperator } from '../../../../support/desks/operators.ts';

const SETTLED_MS = 10 * 60_000;

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const fairness = async (): Promise<FairnessReply> => {
  const { browser } = await createOperator(site, 'viewer');
  return (await browser.call(operatorCalls.fairness)).json();
};

test('PF1 the books of the draws are shown with what breaks them', async () => {
  await checkBooks(site.deps, 0);
  const { checks } = await fairness();
  expect(checks.length).toBeGreaterThan(0);
  expect(checks.every(({ name, broken }) => name.startsWith('FA') && broken === 0)).toBe(true);
  await site.pool.query(`UPDATE book_checks SET violations = 3, accepted = 1 WHERE name = $1`, [
    checks[0]!.name,
  ]);
  expect((await fairness()).checks[0]).toMatchObject({ broken: 2 });
  await site.pool.query('DELETE FROM book_checks');
});

test('PF1 a viewer sees declared odds against what was drawn; a table that deviates comes first', async () => {
  expect((await fairness()).tables).toEqual([]);
  const player = await createPlayer(site.deps, { 1: 1, 2: 1 });
  for (const case_id of [1, 2]) await open(site, player, { case_id });
  site.advanceMs(SETTLED_MS);
  await countDraws(site.deps);
  const { tables } = await fairness();
  expect(tables.map(({ draws, isDeviating }) => [draws, isDeviating])).toEqual([
    [1, false],
    [1, false],
  ]);
  for (const { items } of tables)
    expect(items.reduce((sum, { expected }) => sum + expected, 0)).toBeCloseTo(1, 9);
  const last = tables[1]!;
  const rarest = last.items.toSorted((a, b) => a.tickets - b.tickets)[0]!;
  await site.pool.query(
    `INSERT INTO draw_counts (odds_hash, item_id, draws) SELECT hash, $2, 5000 FROM case_odds WHERE case_id = $1
      ON CONFLICT (odds_hash, item_id) DO UPDATE SET draws = 5000`,
    [last.caseId, rarest.itemId],
  );
  const [first] = (await fairness()).tables;
  expect(first).toMatchObject({ caseId: last.caseId, isDeviating: true });
});
