import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { endpoints } from '#/contract/calls/endpoints.ts';
import type { Endpoint } from '#/contract/calls/endpoint.ts';
import { acceptBook, balanceBooks } from '#/server/domain/books/balanceBooks.ts';
import { type Book, books } from '#/server/domain/books/books.ts';
import { checkBooks, checkWhole, readBooks } from '#/server/domain/books/checkBooks.ts';
import { advanceNumbers } from '#/server/platform/watch/advanceNumbers.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { PARTS_NEEDED } from '#/server/platform/kernel/stops.ts';
import { createBusySite } from '../../../support/app/busySite.ts';
import { runDueJobs } from '../../../support/app/dueJobs.ts';
import { open, type Player } from '../../../support/app/factories.ts';
import type { TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { postAs, refusal } from '../../../support/players/cabinet.ts';
import { order, saveCart } from '../../../support/players/shopping.ts';

const DAY_MS = 24 * 60 * 60_000;
let app: TestApp;
let player: Player;

beforeAll(async () => {
  ({ app, player } = await createBusySite());
});
beforeEach(async () => {
  await app.pool.query('DELETE FROM book_checks');
  await app.deps.bookStops.refresh();
});
afterAll(() => app.close());

const bookOf = (start: string): [string, Book] => {
  const found = [...books].filter(([name]) => name.startsWith(start));
  expect(found.map(([name]) => name)).toHaveLength(1);
  return found[0]!;
};

/** Changes rows without triggers and foreign keys, so that a book breaks, or balances again. */
async function falsify(statement: string): Promise<void> {
  const client = await app.pool.connect();
  await client.query('BEGIN');
  await client.query('SET LOCAL session_replication_role = replica');
  await client.query(statement);
  await client.query('COMMIT');
  client.release();
}

/** Reads a metric without labels. */
async function metric(name: string): Promise<number> {
  const { body } = await app.inject({ method: 'GET', url: '/metrics', remoteAddress: '127.0.0.1' });
  return Number(
    body
      .split('\n')
      .find((line) => line.startsWith(`${name} `))!
      .slice(name.length),
  );
}

describe('a broken book', () => {
  test('of the draws stops openings on every process, and nothing else, until it balances again', async () => {
    const errors: unknown[] = [];
    const log = Object.assign(Object.create(app.deps.log), { error: (facts: object) => errors.push(facts) });
    await falsify('UPDATE fair_epochs SET next_nonce = next_nonce + 1');
    await checkBooks({ ...app.deps, log }, 0);
    expect(errors).toEqual([
      expect.objectContaining({ book: bookOf('FA1 the nonces')[0], stopped: ['openings'] }),
    ]);
    await app.deps.bookStops.refresh();
    expect(refusal(await open(app, player, { case_id: 1 }))).toEqual([503, 'booksStopped']);
    const good = { product_id: GOOD.caseForCoins, product_type: 0, product_qty: 1 };
    expect((await postAs(app, player, '/api/v1/order/store-by-coin', good)).statusCode).toBe(200);

    await falsify('UPDATE fair_epochs SET next_nonce = next_nonce - 1');
    await checkWhole(app.deps, bookOf('FA1 the nonces')[0]);
    await app.deps.bookStops.refresh();
    expect((await open(app, player, { case_id: 1 })).statusCode).toBe(200);
  });

  test('of the orders stops new orders; what is paid waits and is handed out afterwards', async () => {
    const waiting = await saveCart(app, player, { amount: 100 });
    await falsify(`UPDATE goods SET sold = sold + 1 WHERE id = ${GOOD.limited}`);
    await checkWhole(app.deps, bookOf('OR8 the pieces')[0]);
    await app.deps.bookStops.refresh();
    expect(refusal(await order(app, waiting))).toEqual([503, 'booksStopped']);
    await falsify(`UPDATE goods SET sold = sold - 1 WHERE id = ${GOOD.limited}`);
    await checkWhole(app.deps, bookOf('OR8 the pieces')[0]);
    await app.deps.bookStops.refresh();
    expect((await order(app, waiting)).statusCode).toBe(200);
  });

  test('of the rewards keeps the jobs that give them from running', async () => {
    await app.pool.query('DELETE FROM jobs');
    await app.pool.query(
      `INSERT INTO book_checks (name, violations) VALUES ('RF3 what is on hold is what the held cash-backs are', 1)`,
    );
    await app.deps.bookStops.refresh();
    let runs = 0;
    const job = {
      name: 'counted',
      everyMs: DAY_MS,
      part: 'rewards',
      run: async () => void (runs += 1),
    } as const;
    await runDueJobs(app.deps, [job]);
    expect(runs).toBe(0);
    await app.pool.query('UPDATE book_checks SET accepted = 1');
    await app.deps.bookStops.refresh();
    await runDueJobs(app.deps, [job]);
    expect(runs).toBe(1);
  });

  test('goes on once its rows are accepted, and stops again when there are more', async () => {
    const [name] = bookOf('OR8 the pieces');
    await app.pool.query('INSERT INTO book_checks (name, violations, accepted) VALUES ($1, 1, 1)', [name]);
    await app.deps.bookStops.refresh();
    expect(app.deps.bookStops.isStopped('orders')).toBe(false);
    await falsify('UPDATE goods SET sold = sold + 1');
    const { violations, accepted } = await checkWhole(app.deps, name);
    expect(violations).toBeGreaterThan(accepted);
    await app.deps.bookStops.refresh();
    expect(app.deps.bookStops.isStopped('orders')).toBe(true);
    await falsify('UPDATE goods SET sold = sold - 1');
  });

  test('is named by the check by hand, and accepted with a reason that stays in the audit log', async () => {
    const said: string[] = [];
    await falsify(`UPDATE goods SET sold = sold + 1 WHERE id = ${GOOD.limited}`);
    expect(await balanceBooks(app.deps, (line) => said.push(line))).toBe(false);
    expect(said.filter((line) => !line.startsWith('ok'))).toEqual([
      expect.stringMatching(/^BROKEN \(1 rows; stopped: orders\) OR8 the pieces sold/),
      `1 of ${books.size} books do not balance.`,
    ]);
    await expect(acceptBook(app.deps, 'OR8', 'why')).rejects.toThrow('2 books begin with "OR8"');
    await expect(acceptBook(app.deps, 'LE1', 'why')).rejects.toThrow('there is nothing to accept');
    await acceptBook(app.deps, 'OR8 the pieces', 'counted by hand');
    expect(await balanceBooks(app.deps, () => {})).toBe(true);
    const { rows } = await app.pool.query(`SELECT detail FROM audit WHERE event = 'brokenBookAccepted'`);
    expect(rows).toEqual([
      { detail: { book: bookOf('OR8 the pieces')[0], violations: 1, reason: 'counted by hand' } },
    ]);
    await falsify(`UPDATE goods SET sold = sold - 1 WHERE id = ${GOOD.limited}`);
  });

  test('is in the metrics with its rows, a sound one is not', async () => {
    const names = [bookOf('LE1')[0], bookOf('LE3')[0], 'LE1 in an earlier version'];
    const insert = 'INSERT INTO book_checks (name, violations) VALUES ($1, 3), ($2, 0), ($3, 1)';
    await app.pool.query(insert, names);
    const metrics = (await app.inject({ method: 'GET', url: '/metrics', remoteAddress: '127.0.0.1' })).body;
    expect(metrics.split('\n').filter((line) => line.startsWith('books_broken_rows{'))).toEqual([
      `books_broken_rows{book="${names[0]}"} 3`,
    ]);
  });

  test('that could not be checked is in the metrics, until its check succeeds', async () => {
    const [name] = bookOf('LE1');
    await app.pool.query(
      `INSERT INTO book_checks (name, last_error) VALUES ($1, 'too long'), ('LE1 once', 'too long')`,
      [name],
    );
    expect(await metric('books_failed_checks')).toBe(1);
    await checkWhole(app.deps, name);
    expect(await metric('books_failed_checks')).toBe(0);
  });

  test('that fails in the middle stays in the metrics while its next check begins well', async () => {
    const [name, book] = bookOf('LE2 every balance of the house');
    const count = vi.spyOn(book, 'count');
    const failures: number[] = [];
    count.mockImplementation(async (_client, { after }) => {
      failures.push(await metric('books_failed_checks'));
      if (after > 0) throw new Error('too long');
      return 0;
    });
    const log = Object.assign(Object.create(app.deps.log), { error: () => {} });
    for (let times = 0; times < 2; times++) await checkWhole({ ...app.deps, log }, name);
    expect(failures).toEqual([0, 0, 1, 1]);
    count.mockRestore();
    await checkWhole(app.deps, name);
    expect(await metric('books_failed_checks')).toBe(0);
  });

  test('a new one, never checked, hides nothing of the age of the others', async () => {
    expect(await metric('books_oldest_pass_seconds')).toBe(-1);
    await app.pool.query(
      `INSERT INTO book_checks (name, whole_at) VALUES ($1, clock_timestamp() - interval '3 days'), ($2, NULL)`,
      [bookOf('LE1')[0], bookOf('LE3')[0]],
    );
    expect(await metric('books_oldest_pass_seconds')).toBeGreaterThan(2 * 86_400);
  });
});

test('O33 the gap in the numbers of a restored database is one step, and what follows it is checked', async () => {
  await withTx(app.pool, (tx) => advanceNumbers(tx, app.deps));
  expect((await open(app, player, { case_id: 1 })).statusCode).toBe(200);
  const [name] = bookOf('FA2 every prize');
  expect((await checkWhole(app.deps, name)).violations).toBe(0);
  const newest = 'WHERE id = (SELECT max(id) FROM draws)';
  await falsify(`UPDATE draws SET ticket = (ticket + 500000) % 1000000 ${newest}`);
  expect((await checkWhole(app.deps, name)).violations).toBe(1);
  await falsify(`UPDATE draws SET ticket = (ticket + 500000) % 1000000 ${newest}`);
});

test('every call with an effect says which parts of the site it needs', () => {
  const effects = Object.values(endpoints as Record<string, Endpoint>).filter(({ effect }) => effect);
  expect(effects.filter((endpoint) => !PARTS_NEEDED.has(endpoint)).map(({ path }) => path)).toEqual([]);
});

test('what is known of each book is a row of the database', async () => {
  const { rows } = await readBooks(app.deps);
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...books.keys()].toSorted());
});

test('a check is followed by its pause, and what would end after the run is left to the next one', async () => {
  await checkBooks(app.deps, 1_000_000);
  const checked = 'SELECT name FROM book_checks WHERE checked_at IS NOT NULL';
  expect((await app.pool.query(checked)).rows).toHaveLength(1);
  await checkBooks(app.deps, 0);
  expect((await app.pool.query(checked)).rows).toHaveLength(books.size);
});

test('N7 once the server stops, its checks end after the query at hand, without an error', async () => {
  const checked = async () => {
    const { rows } = await app.pool.query('SELECT name FROM book_checks WHERE checked_at IS NOT NULL');
    return rows.length;
  };
  const errors: unknown[] = [];
  const log = Object.assign(Object.create(app.deps.log), { error: (facts: object) => errors.push(facts) });
  const stopping = new AbortController();
  const run = checkBooks({ ...app.deps, log, stopping: stopping.signal });
  await expect.poll(checked, { interval: 1 }).toBeGreaterThan(0);
  stopping.abort();
  const before = await checked();
  await run;
  expect(before).toBeLessThan(books.size - 1);
  expect(await checked()).toBeLessThanOrEqual(before + 1);
  expect(errors).toEqual([]);
});
