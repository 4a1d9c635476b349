import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { transferEach, tryTransfer, type TransferResult } from '#/server/domain/ledger/ledger.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { createPlayer, type Player } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { giveCoupons, postAs } from '../../../support/players/cabinet.ts';
import {
  applyPaymentEvent,
  balanceOf,
  pendingOrder,
  useFakeProvider,
} from '../../../support/players/shopping.ts';

/* Movements of coins that were moved to the table of their month (`deploy/archiveMonth.sql`). */

let site: TestApp;
let player: Player;
let paidOrder: string;
let exchanged: number;

const count = async (table: string) =>
  Number((await site.pool.query<{ count: string }>(`SELECT count(*) FROM ${table}`)).rows[0]!.count);
const archive = () => site.pool.query(`CALL archive_month('2026-01-01')`);
/** Dates all movements of now to January, an hour apart. */
const dateBack = () =>
  site.pool.query(`ALTER TABLE ledger_transfers DISABLE TRIGGER append_only;
    UPDATE ONLY ledger_transfers SET created_at = '2026-01-01'::timestamptz + id * interval '1 hour';
    ALTER TABLE ledger_transfers ENABLE TRIGGER append_only`);
const shown = async () => (await site.get('/api/v1/user/movements', player.headers)).json<unknown>();

/** Gives the player 7 coins for a cause. */
const gift = (refId: string): Promise<TransferResult> =>
  withTx(site.pool, (tx) =>
    tryTransfer(tx, {
      from: { kind: 'bonus' },
      to: { kind: 'wallet', ownerId: player.accountId },
      amount: 7,
      reason: 'gift',
      refType: 'test',
      refId,
    }),
  );

beforeEach(async () => {
  site = await createTestApp();
  useFakeProvider(site);
  player = await createPlayer(site.deps);
  paidOrder = await pendingOrder(site, player);
  await applyPaymentEvent(site, paidOrder, 'paid');
  [exchanged] = (await giveCoupons(site, player, 1, { itemId: 103, price: 50 })) as [number];
  await postAs(site, player, `/api/v1/coupons/convert/${exchanged}`);
  await gift('first');
  await dateBack();
  await site.pool.query(await readFile(join(projectRoot, 'deploy/archiveMonth.sql'), 'utf8'));
});
afterEach(async () => {
  expect(await brokenInvariants(site.pool)).toEqual({});
  await site.close();
});

test('LE2 C3 a month of movements moves to a table of its own, and balances and their history stay', async () => {
  const before = await shown();
  const coins = await balanceOf(site, player.accountId);
  const all = await count('ledger_transfers');
  await archive();
  expect([await count('ONLY ledger_transfers'), await count('ledger_transfers_2026_01')]).toEqual([0, all]);
  expect(await shown()).toEqual(before);
  expect((await gift('second')).outcome).toBe('moved');
  expect(await balanceOf(site, player.accountId)).toBe(coins + 7);
  expect(await count('ONLY ledger_transfers')).toBe(1);
});

test('LE4 a cause whose movement has moved to a month brings no coins again', async () => {
  const coins = await balanceOf(site, player.accountId);
  await archive();
  expect(await gift('first')).toEqual({ outcome: 'repeated' });
  const twice = withTx(site.pool, (tx) =>
    transferEach(tx, {
      from: { kind: 'bonus' },
      to: { kind: 'wallet', ownerId: player.accountId },
      reason: 'gift',
      refType: 'test',
      moves: ['new', 'first'].map((refId) => ({ refId, amount: 7 })),
    }),
  );
  await expect(twice).rejects.toThrow('repeated');
  await applyPaymentEvent(site, paidOrder, 'paid', { eventId: 'told again after a year' });
  await postAs(site, player, `/api/v1/coupons/convert/${exchanged}`);
  expect(await balanceOf(site, player.accountId)).toBe(coins);
});

test('LE4 nor does a cause that comes while its movement is moving', async () => {
  const coins = await balanceOf(site, player.accountId);
  await archive();
  await gift('late');
  await dateBack();
  // holds up the archive in the middle of its work
  const holder = await site.pool.connect();
  await holder.query('BEGIN; LOCK TABLE archived_causes IN SHARE MODE');
  const waiting = (tables: number) =>
    expect
      .poll(() =>
        count(`pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database
        WHERE datname = current_database())`),
      )
      .toBe(tables);
  const archived = archive();
  await waiting(1);
  const repeated = gift('late');
  await waiting(2);
  await holder.query('COMMIT');
  holder.release();
  await archived;
  expect(await repeated).toEqual({ outcome: 'repeated' });
  expect(await balanceOf(site, player.accountId)).toBe(coins + 7);
});

test('LE4 N3 neither what has moved nor its causes can be changed, and a payment is reversed after it', async () => {
  await archive();
  for (const table of ['ledger_transfers_2026_01', 'archived_causes'])
    for (const change of [`UPDATE ${table} SET reason = 'x'`, `DELETE FROM ${table}`, `TRUNCATE ${table}`])
      await expect(site.pool.query(change), change).rejects.toMatchObject({ code: '23001' });
  const coins = await balanceOf(site, player.accountId);
  await applyPaymentEvent(site, paidOrder, 'refunded');
  expect(await balanceOf(site, player.accountId)).toBe(coins - 550);
});
