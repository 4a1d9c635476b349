import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, daysOf } from '#/contract/operator/figures/dayRange.ts';
import { checkFigures } from '#/server/domain/figures/checkFigures.ts';
import { countPayers, differingPayers, payersIn } from '#/server/domain/figures/payers.ts';
import { createPlayer } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { numberOf } from '../../../support/desks/orderNumbers.ts';

let app: TestApp;
let players: number[];
beforeAll(async () => {
  app = await createTestApp();
  players = [];
  for (let made = 0; made < 6; made++) players.push((await createPlayer(app.deps)).accountId);
});
afterAll(() => app.close());

const today = () => app.deps.now().toISOString().slice(0, 10);
const serverOf = (player: number) => (player % 2 ? 'everest' : 'fuji');

let paid = 0;
/** Writes a paid order. The cart, which nobody reads here, is left out. */
async function pay(player: number, at: string, currency = 'EUR') {
  const client = await app.pool.connect();
  const isEuro = currency === 'EUR';
  try {
    await client.query('SET session_replication_role = replica');
    await client.query(
      `INSERT INTO orders (public_id, number, account_id, cart_id, state, version, quote, currency, total_cents, total_coins, locale,
         created_at, expires_at, paid_at) VALUES ($1, ${numberOf(String(paid + 1))}, $2, $3, 'granted', 1, $4, $5, $6, $7, 'ru', $8, $8, $8)`,
      [
        `payers-${++paid}`,
        player,
        isEuro ? 1_000_000 + paid : null,
        JSON.stringify({ serverKey: serverOf(player) }),
        currency,
        isEuro ? 100 : 0,
        isEuro ? 0 : 100,
        at,
      ],
    );
  } finally {
    client.release(true);
  }
}

const scalar = async (value: ReturnType<typeof sql>) =>
  (await app.deps.db.execute<{ value: number }>(sql`SELECT ${value} AS value`)).rows[0]!.value;
const payers = (from: string, to: string, server?: string) => scalar(payersIn({ from, to }, server));
const fromBooks = (from: string, to: string, server?: string) =>
  scalar(sql`(SELECT count(DISTINCT account_id)::int FROM orders WHERE currency = 'EUR'
    AND (paid_at AT TIME ZONE 'UTC')::date BETWEEN ${from} AND ${to}
    AND (${server ?? null}::text IS NULL OR quote ->> 'serverKey' = ${server ?? null}))`);

test('O24 the payers of every range are those of the books, before and after its days are counted', async () => {
  const first = addDays(today(), -12);
  // the same players on days with gaps of every length, at both ends of a day, and one who pays in coins only
  for (const [player, days] of [[0], [0, 1, 2, 11, 12], [3, 9], [9], [2, 2, 4, 12], []].entries())
    for (const day of days)
      await pay(players[player]!, `${addDays(first, day)}T${day % 2 ? '00:00:00' : '23:59:59.999'}Z`);
  await pay(players[5]!, `${addDays(first, 3)}T10:00:00Z`, 'OC');
  const days = daysOf({ from: addDays(first, -2), to: addDays(today(), 1) });
  const compare = async () => {
    for (const from of days)
      for (const to of days.filter((day) => day >= from))
        for (const server of [undefined, 'fuji'])
          expect([from, to, server, await payers(from, to, server)]).toEqual([
            from,
            to,
            server,
            await fromBooks(from, to, server),
          ]);
  };
  await compare();
  await Promise.all([countPayers(app.deps), countPayers(app.deps)]);
  const { rows } = await app.pool.query(
    `SELECT max(day)::text AS last, count(*)::int AS rows FROM payer_counts`,
  );
  expect(rows).toEqual([{ last: addDays(today(), -1), rows: expect.any(Number) }]);
  await compare();
  app.advanceMs(26 * 60 * 60_000);
  await pay(players[0]!, app.deps.now().toISOString());
  await countPayers(app.deps);
  await compare();
}, 60_000);

test('O24 a day is counted an hour after its end, when its payments are committed', async () => {
  const next = addDays(today(), 1);
  const lastCounted = async () => {
    await countPayers(app.deps);
    return (await app.pool.query<{ day: string }>('SELECT max(day)::text AS day FROM payer_counts')).rows[0]!
      .day;
  };
  app.advanceMs(Date.parse(`${next}T00:59:59Z`) - app.deps.now().getTime());
  expect(await lastCounted()).toBe(addDays(next, -2));
  app.advanceMs(2000);
  expect(await lastCounted()).toBe(addDays(next, -1));
});

test('O24 a falsified number of payers is found', async () => {
  const day = addDays(today(), -1);
  expect(await differingPayers(app.deps, day, 30)).toEqual([]);
  await app.pool.query(
    `UPDATE payer_counts SET payers[1:90] = array_fill(77, ARRAY[90]) WHERE server = 'fuji'`,
  );
  expect(await differingPayers(app.deps, day, 30)).toEqual([
    { days: 30, server: 'fuji', known: 77, counted: expect.any(Number) },
  ]);
  await app.pool.query(
    `INSERT INTO day_sums (day, metric, dimension, value) VALUES ($1, 'signUps', 'fuji/', 0) ON CONFLICT DO NOTHING`,
    [day],
  );
  await checkFigures(app.deps);
  const { rows } = await app.pool.query('SELECT FROM day_sum_checks WHERE differences > 0');
  expect(rows).toHaveLength(1);
});
