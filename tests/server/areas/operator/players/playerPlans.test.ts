import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { OperatorEndpoint } from '#/contract/operator/people/operatorEndpoint.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { createOperator, type TestOperator } from '../../../../support/desks/operators.ts';
import { explain } from '../../../../support/tools/explain.ts';
import { recordStatements } from '../../../../support/tools/recordStatements.ts';

const PLAYERS = 40_000;
/** Rows of a large table that one statement may read. */
const MOST_ROWS = PLAYERS / 20;
const LARGE = new Set(['accounts', 'ledger_accounts', 'ledger_transfers', 'audit', 'coupons', 'orders']);

let site: TestApp;
let viewer: TestOperator;
/** A player with many movements of coins. */
let busy: string;

beforeAll(async () => {
  site = await createTestApp();
  viewer = await createOperator(site, 'viewer');
  await fill(PLAYERS);
  const { rows } = await site.pool.query<{ id: string }>("SELECT id FROM accounts WHERE login = 'mass777'");
  busy = rows[0]!.id;
});
afterAll(() => site.close());

/** Makes many players, one in a hundred of each rare kind, each with a few coins. */
async function fill(count: number): Promise<void> {
  for (const statement of [
    `INSERT INTO accounts (server_key, login, email, password_hash, user_promo_code, is_verified, created_at,
        is_in_debt, is_media_partner)
      SELECT CASE n % 100 WHEN 1 THEN 'fuji' ELSE 'everest' END, 'mass' || n, 'mass' || n || '@example.org', 'none',
        'M' || n, true, now(), n % 100 = 3, n % 100 = 4
      FROM generate_series(1, ${count}) n`,
    `INSERT INTO account_blocks (account_id, scope, source, reason, starts_at)
      SELECT id, 'sign-in', 'operator', 'test', now() FROM accounts WHERE login LIKE 'mass%02'`,
    `INSERT INTO ledger_accounts (kind, owner_id, balance)
      SELECT 'wallet', id, 10 FROM accounts WHERE login LIKE 'mass%'`,
    `INSERT INTO ledger_transfers (from_id, to_id, amount, reason, ref_type, ref_id)
      SELECT house.id, own.id, 10, 'gift', 'test', own.id::text FROM ledger_accounts own,
        (SELECT id FROM ledger_accounts WHERE kind = 'bonus' AND part = 0) house WHERE own.owner_id IS NOT NULL`,
    `INSERT INTO audit (account_id, actor, event, created_at) SELECT id, 'player', 'signedIn', now() FROM accounts`,
    'ANALYZE',
  ])
    await site.pool.query(statement);
}

/** Reads of a call that touch more of a large table than they need. */
async function wasteful(endpoint: OperatorEndpoint, given: object): Promise<string[]> {
  const statements = await recordStatements(async () => {
    const answer = await viewer.browser.call(endpoint, given);
    if (answer.statusCode !== 200) throw new Error(answer.body);
  });
  const found: string[] = [];
  for (const statement of statements.filter(({ text }) => /^\W*(select|with)/i.test(text)))
    for (const { table, kind, index, rows } of (await explain(site.pool, statement)).accesses)
      if (LARGE.has(table) && rows > MOST_ROWS)
        found.push(`${kind} ${index ?? table}, ${rows} rows: ${statement.text.slice(0, 200)}`);
  return found;
}

test.each<[string, number, Record<string, string>]>([
  ['nothing', 50, {}],
  ['an old page', 50, { before: '2000' }],
  ['a newer page', 50, { after: '2000' }],
  ['a server', 50, { server: 'fuji' }],
  ['a state', 50, { state: 'blocked' }],
  ['a state that nobody has', 0, { state: 'closed' }],
  ['a debt', 50, { mark: 'inDebt' }],
  ['a mark', 50, { mark: 'mediaPartner' }],
  ['a login', 1, { login: 'mass40000' }],
  ['a beginning that all logins have', 50, { login: 'mass' }],
  ['a beginning that only old logins have', 50, { login: 'mass1' }],
  ['a beginning that no login has', 0, { login: 'nobody' }],
])('O12 the list by %s reads no more than its page', async (_, found, query) => {
  const answer = await viewer.browser.call(operatorCalls.players, { query });
  expect(answer.json().players).toHaveLength(found);
  expect(await wasteful(operatorCalls.players, { query })).toEqual([]);
});

test('O12 the page of a player and their lists read what belongs to them', async () => {
  const params = { id: busy };
  expect(await wasteful(operatorCalls.player, { params })).toEqual([]);
  expect(await wasteful(operatorCalls.playerLedger, { params, query: { ledgerAccount: 'wallet' } })).toEqual(
    [],
  );
  expect(await wasteful(operatorCalls.playerDraws, { params })).toEqual([]);
  expect(await wasteful(operatorCalls.playerHistory, { params })).toEqual([]);
});
