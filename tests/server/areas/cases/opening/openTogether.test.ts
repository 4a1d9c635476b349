import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { OpenCaseReply } from '#/contract/cases.ts';
import type { Opening } from '#/server/areas/cases/opening/opening.ts';
import { openTogether } from '#/server/areas/cases/opening/openTogether.ts';
import { open, type Player } from '../../../../support/app/factories.ts';
import { heldOpen } from '../../../../support/app/heldOpen.ts';
import { createSibling, createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { blockAccount } from '../../../../support/players/blocks.ts';
import {
  expectWhole,
  openInCrowd,
  playersWith,
  transactionsOf,
} from '../../../../support/players/openingCrowd.ts';

let app: TestApp;
let sibling: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  sibling = await createSibling(app);
});
afterEach(() => expectWhole(app));
afterAll(async () => {
  await sibling.close();
  await app.close();
});

const openingOf = ({ accountId }: Player, changes: Partial<Opening> = {}): Opening => ({
  accountId,
  isInDebt: false,
  caseId: 1,
  idempotencyKey: `together-${accountId}`,
  locale: 'ru',
  ...changes,
});

test('N16 the openings of a crowd share transactions, and wait for no locked lot of others', async () => {
  const players = await playersWith(app, 160, { 1: 1 });
  const replies = await openInCrowd(app, () =>
    Promise.all(players.map((player, at) => open(app, player, { case_id: 1 }, `crowd-key-${at}`))),
  );
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  const coupons = replies.map((reply) => reply.json<OpenCaseReply>().coupons[0]?.id);
  const { rows } = await app.pool.query<{ account_id: string }>(
    'SELECT account_id FROM unnest($1::bigint[]) WITH ORDINALITY AS won(id, at) JOIN coupons USING (id) ORDER BY at',
    [coupons],
  );
  expect(rows.map(({ account_id }) => Number(account_id))).toEqual(players.map(({ accountId }) => accountId));
  expect(await transactionsOf(app, players)).toBeLessThan(players.length / 8);
});

test('ID1 a repeated key gets the answer of the shared transaction, from every server', async () => {
  const players = await playersWith(app, 10, { 1: 2 });
  const openAll = (on: TestApp) =>
    Promise.all(players.map((player) => open(on, player, { case_id: 1 }, 'crowd-again')));
  const first = await openInCrowd(app, () => openAll(app));
  const again = await openInCrowd(app, () => openAll(app));
  const elsewhere = await openAll(sibling);
  expect(again.map(({ body }) => body)).toEqual(first.map(({ body }) => body));
  expect(elsewhere.map(({ body }) => body)).toEqual(first.map(({ body }) => body));
});

test('N3 each opening of a crowd is answered by itself, whatever the others bring', async () => {
  const [good, other, soldOut, changed, blocked] = (await playersWith(app, 5, { 1: 1 })) as [
    Player,
    Player,
    Player,
    Player,
    Player,
  ];
  const [oldEpoch, reused, keyless, debtor] = (await playersWith(app, 4, { 1: 1 })) as [
    Player,
    Player,
    Player,
    Player,
  ];
  await blockAccount(app, blocked.accountId, 'open');
  const older = `UPDATE fair_epochs SET created_at = created_at - interval '1 year' WHERE account_id = $1`;
  await app.pool.query(older, [oldEpoch.accountId]);
  const setDebt = 'UPDATE accounts SET is_in_debt = $2 WHERE id = $1';
  await app.pool.query(setDebt, [debtor.accountId, true]);
  await open(app, reused, { case_id: 1 }, 'crowd-key');
  const key = 'crowd-key';
  const replies = await openInCrowd(app, () =>
    Promise.all([
      open(app, good, { case_id: 1 }, key),
      open(app, other, { case_id: 1 }, key),
      open(app, soldOut, { case_id: 2 }, key),
      open(app, soldOut, { case_id: 999_999 }, 'crowd-key-2'),
      open(app, changed, { case_id: 1, odds_hash: 'f'.repeat(64) }, key),
      open(app, blocked, { case_id: 1 }, key),
      open(app, oldEpoch, { case_id: 1 }, key),
      open(app, reused, { case_id: 2 }, key),
      open(app, keyless, { case_id: 1 }),
      open(app, keyless, { case_id: 1 }),
      open(app, debtor, { case_id: 1 }, key),
    ]),
  );
  expect(
    replies.map((reply) => [reply.statusCode, reply.json<{ code?: string }>().code ?? 'opened']),
  ).toEqual([
    [200, 'opened'],
    [200, 'opened'],
    [409, 'caseOutOfStock'],
    [404, 'caseNotFound'],
    [409, 'oddsChanged'],
    [409, 'accountBlocked'],
    [200, 'opened'],
    [409, 'idempotencyKeyReused'],
    [200, 'opened'],
    [409, 'caseOutOfStock'],
    [409, 'inDebt'],
  ]);
  await app.pool.query(setDebt, [debtor.accountId, false]);
  const { rows } = await app.pool.query('SELECT FROM fair_epochs WHERE account_id = $1', [
    oldEpoch.accountId,
  ]);
  expect(rows).toHaveLength(2);
  // the refused ones may use their keys again
  expect((await open(app, changed, { case_id: 1 }, key)).statusCode).toBe(200);
});

test('N3 what is locked is left out, and its key stays free', async () => {
  const [lot, epoch, free] = (await playersWith(app, 3, { 1: 1 })) as [Player, Player, Player];
  await heldOpen(app.pool, async (tx) => {
    await tx.execute(sql`SELECT FROM case_lots WHERE account_id = ${lot.accountId} FOR UPDATE`);
    await tx.execute(sql`SELECT FROM fair_epochs WHERE account_id = ${epoch.accountId} FOR UPDATE`);
    return async () => {
      const opened = await openTogether(
        app.deps,
        [lot, epoch, free].map((player) => openingOf(player)),
      );
      expect([...opened.keys()]).toEqual([free.accountId]);
    };
  });
  const opened = await openTogether(
    app.deps,
    [lot, epoch].map((player) => openingOf(player)),
  );
  expect(new Set(opened.keys())).toEqual(new Set([lot.accountId, epoch.accountId]));
});

test('N3 the answer is in the language of each player', async () => {
  const [russian, english] = (await playersWith(app, 2, { 1: 1 })) as [Player, Player];
  const opened = await openTogether(app.deps, [openingOf(russian), openingOf(english, { locale: 'en' })]);
  const nameOf = ({ accountId }: Player) => opened.get(accountId)?.coupons[0]?.name;
  expect(nameOf(russian)).toMatch(/^Приз/);
  expect(nameOf(english)).toMatch(/^Prize/);
});

test('N3 what breaks one opening of a shared transaction breaks no other', async () => {
  const players = await playersWith(app, 5, { 1: 1 });
  // the first one arrives before there is anything to share
  const broken = players.at(-1)!;
  await app.pool.query(`CREATE FUNCTION break_it() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF NEW.account_id = ${broken.accountId} THEN RAISE EXCEPTION 'broken on purpose'; END IF; RETURN NEW; END $$;
    CREATE TRIGGER break_it BEFORE INSERT ON coupons FOR EACH ROW EXECUTE FUNCTION break_it()`);
  const replies = await openInCrowd(app, () =>
    Promise.all(players.map((player) => open(app, player, { case_id: 1 }, 'breaks-one'))),
  );
  await app.pool.query('DROP TRIGGER break_it ON coupons; DROP FUNCTION break_it');
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 500]);
  expect((await open(app, broken, { case_id: 1 }, 'breaks-one')).statusCode).toBe(200);
});

test('N3 a prize that cannot be drawn fails its own opening only', async () => {
  const players = await playersWith(app, 5, { 1: 1 });
  const broken = players.at(-1)!;
  const { rows } = await app.pool.query<{ seed: Buffer }>(
    'SELECT server_seed_encrypted AS seed FROM fair_epochs WHERE account_id = $1',
    [broken.accountId],
  );
  const setSeed = 'UPDATE fair_epochs SET server_seed_encrypted = $2 WHERE account_id = $1';
  await app.pool.query(setSeed, [broken.accountId, Buffer.from('not sealed by this site')]);
  const replies = await openInCrowd(app, () =>
    Promise.all(players.map((player) => open(app, player, { case_id: 1 }, 'draws-none'))),
  );
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 500]);
  await app.pool.query(setSeed, [broken.accountId, rows[0]?.seed]);
  expect((await open(app, broken, { case_id: 1 }, 'draws-none')).statusCode).toBe(200);
});
