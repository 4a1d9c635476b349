import { drizzle } from 'drizzle-orm/node-postgres';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeAuditDays, verifyAuditDays } from '#/server/domain/operators/auditDays.ts';
import { audit } from '#/server/platform/db/tables/accounts.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const DAY_MS = 24 * 60 * 60_000;

// 2026-01-15 12:00 UTC in each test, which is long ago for the database
let site: TestApp;
beforeEach(async () => {
  site = await createTestApp({ hasCatalogue: false });
  await site.pool.query('ALTER TABLE audit DISABLE TRIGGER append_only');
});
afterEach(() => site.close());

const act = (at: number) => ({
  operatorId: 7,
  targetType: 'order',
  targetId: String(at),
  before: { state: 'paid', totalCents: 500 },
  after: { state: 'refunded' },
  reason: `reason ${at}`,
  requestId: `request-${at}`,
  network: '203.0.113.*',
  approvedBy: 8,
});
const write = (at: number, tx = site.deps.db) =>
  writeAudit(tx, site.deps, {
    accountId: 3,
    actor: 'operator',
    event: 'changeStaff',
    detail: { at },
    act: act(at),
  });

/** Writes three entries on each of three days and closes the days. */
async function threeDays(): Promise<void> {
  for (let day = 0; day < 3; day++) {
    for (let at = 0; at < 3; at++) await write(day * 3 + at);
    site.advanceMs(DAY_MS);
  }
  await closeAuditDays(site.deps);
}

/** The days whose entries no longer lead to the stored root. */
const differing = async () =>
  (await verifyAuditDays(site.deps.db)).filter(({ root, stored }) => root !== stored).map(({ day }) => day);
const stored = async () =>
  (
    await site.pool.query<{ day: string; entries: number }>(
      `SELECT day::text, entries FROM audit_days ORDER BY day`,
    )
  ).rows.map(({ day, entries }) => [day, entries]);

describe('O7 the root of a day', () => {
  test('O7 covers the entries of each day that is over, once, and stands in the log', async () => {
    const logged = vi.spyOn(site.deps.log, 'info').mockImplementation(() => {});
    await threeDays();
    await write(9);
    await closeAuditDays(site.deps);
    expect(await stored()).toEqual([
      ['2026-01-15', 3],
      ['2026-01-16', 3],
      ['2026-01-17', 3],
    ]);
    const verified = await verifyAuditDays(site.deps.db);
    expect(await differing()).toEqual([]);
    expect(logged.mock.calls.map(([line]) => line)).toEqual(
      verified.map(({ day, entries, root }) => ({ auditDay: day, entries, auditRoot: root })),
    );
    expect(new Set(verified.map(({ root }) => root)).size).toBe(3);
  });

  test.each([
    ['account_id', '4'],
    ['actor', `'site'`],
    ['event', `'resetStaff'`],
    ['detail', `'{"at": 40}'`],
    ['created_at', `created_at + interval '1 microsecond'`],
    ['operator_id', '8'],
    ['target_type', `'player'`],
    ['target_id', 'null'],
    ['before', `'{"state": "paid", "totalCents": 50}'`],
    ['after', 'null'],
    ['reason', `'another reason'`],
    ['request_id', `'another'`],
    ['network', `''`],
    ['approved_by', 'null'],
  ])('O7 a changed %s changes the root of its day and of the days after it', async (column, value) => {
    await threeDays();
    await site.pool.query(`UPDATE audit SET ${column} = ${value} WHERE target_id = '4'`);
    expect(await differing()).toEqual(['2026-01-16', '2026-01-17']);
  });

  test('O7 every column of an entry is in its leaf', async () => {
    const { rows } = await site.pool.query<{ column_name: string }>(
      `SELECT column_name FROM information_schema.columns WHERE table_name = 'audit'`,
    );
    // the id by the test below, the others by the one above
    expect(rows).toHaveLength(15);
    expect(Object.keys(audit)).toHaveLength(15 + 1);
  });

  test('O7 an entry that is left out, added or put elsewhere changes the roots', async () => {
    await threeDays();
    await site.pool.query(`UPDATE audit SET id = DEFAULT WHERE target_id = '1'`);
    expect(await differing()).toEqual(['2026-01-15', '2026-01-16', '2026-01-17']);
    const { rows } = await site.pool.query<{ id: string }>(
      `DELETE FROM audit WHERE target_id = '7' RETURNING id`,
    );
    expect((await differing()).at(-1)).toBe('2026-01-17');
    await site.pool.query(
      `INSERT INTO audit (id, actor, event, created_at) OVERRIDING SYSTEM VALUE VALUES ($1, 'site', 'signedIn', now())`,
      [rows[0]!.id],
    );
    expect((await differing()).at(-1)).toBe('2026-01-17');
  });

  test('O7 two servers that close at once make one chain, which nobody can change', async () => {
    const sibling = await createSibling(site);
    for (let at = 0; at < 30; at++) {
      await write(at);
      site.advanceMs(DAY_MS / 3);
    }
    const { now } = site.deps;
    await Promise.all(
      [site.deps, { ...sibling.deps, now }].flatMap((deps) => [closeAuditDays(deps), closeAuditDays(deps)]),
    );
    await closeAuditDays(site.deps);
    expect(await differing()).toEqual([]);
    expect((await stored()).reduce((sum, [, entries]) => sum + Number(entries), 0)).toBeGreaterThan(26);
    await expect(site.pool.query('UPDATE audit_days SET entries = 1')).rejects.toThrow();
    await expect(site.pool.query('DELETE FROM audit_days')).rejects.toThrow();
    await sibling.close();
  });

  test('O7 an entry that commits while the day is closed is in a root, and no day is closed over it', async () => {
    await write(0);
    const writer = await site.pool.connect();
    await writer.query('BEGIN');
    await write(1, drizzle(writer));
    await write(2);
    site.advanceMs(2 * DAY_MS);
    // the writer holds it back
    await closeAuditDays(site.deps);
    expect(await stored()).toEqual([]);
    await writer.query('COMMIT');
    writer.release();
    await closeAuditDays(site.deps);
    expect(await stored()).toEqual([['2026-01-15', 3]]);
  });

  test('O7 an entry that is dated into the day before is in the next root', async () => {
    await write(0);
    site.advanceMs(DAY_MS);
    await write(1);
    await site.pool.query(
      `INSERT INTO audit (actor, event, created_at) SELECT 'site', 'signedIn', min(created_at) FROM audit`,
    );
    site.advanceMs(DAY_MS);
    await closeAuditDays(site.deps);
    expect(await stored()).toEqual([
      ['2026-01-15', 1],
      ['2026-01-16', 2],
    ]);
  });
});
