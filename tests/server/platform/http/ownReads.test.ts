import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_READS } from '../../../bench/reads/addresses.ts';
import { createPlayer, type Player } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { recordStatements } from '../../../support/tools/recordStatements.ts';

/* What a signed-in player reads again and again, as `npm run bench:reads` measures it. */

let site: TestApp;
let player: Player;
beforeAll(async () => {
  site = await createTestApp();
  player = await createPlayer(site.deps, { 1: 2 });
  await site.pool.query(`UPDATE accounts SET is_verified = true WHERE id = $1`, [player.accountId]);
});
afterAll(() => site.close());

test.each(OWN_READS)('N9 the read "$name" is parsed once, and sends few statements', async ({ path }) => {
  const statements = await recordStatements(async () => {
    expect((await site.get(path, player.headers)).statusCode).toBe(200);
  });
  expect(statements.filter(({ name }) => !name)).toEqual([]);
  // the session, and up to three of the page
  expect(statements.length).toBeLessThanOrEqual(4);
  expect(new Set(statements.map(({ name }) => name)).size).toBe(statements.length);
});
