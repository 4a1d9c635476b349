import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenCaseReply } from '#/contract/cases.ts';
import { differingDays } from '#/server/domain/books/fairInvariants.ts';
import { brokenInvariants, differingDraws } from '#/server/domain/books/invariants.ts';
import { closeDays } from '#/server/domain/fairness/closeDays.ts';
import { countDraws } from '#/server/domain/fairness/countDraws.ts';
import { closeAuditDays, verifyAuditDays } from '#/server/domain/operators/auditDays.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { faultsOfDays } from '../../../prove/fair/verifier.ts';
import { createPlayer, open, type Player } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const DAY_MS = 24 * 3600 * 1000;

// 2026-01-15 12:00 UTC in each test, which is long ago for the database
let site: TestApp;
let player: Player;
/** Epoch and nonce of each opening. */
let opened: OpenCaseReply['fair'][];

const play = async (times: number) => {
  // a session ends after a week without use
  await site.pool.query(
    `UPDATE sessions SET created_at = $1, last_seen_at = $1, expires_at = $1::timestamptz + interval '3 days'`,
    [site.deps.now()],
  );
  for (let piece = 0; piece < times; piece++) {
    const reply = await open(site, player, { case_id: 1 });
    expect(reply.statusCode, reply.body).toBe(200);
    opened.push(reply.json<OpenCaseReply>().fair);
    await writeAudit(site.deps.db, site.deps, {
      accountId: player.accountId,
      actor: 'player',
      event: 'signedIn',
      detail: { piece },
    });
  }
};
const ask = async (path: string) => {
  const reply = await site.get(path, player.headers);
  expect(reply.statusCode, `${path}: ${reply.body}`).toBe(200);
  return reply.json<unknown>();
};
/** All that anybody is shown of draws and of the audit log. */
const shown = async () => ({
  proofs: await Promise.all(
    opened.map(({ epochId, nonce }) => ask(`/api/v1/fair/proof?epoch=${epochId}&nonce=${nonce}`)),
  ),
  draws: await ask(`/api/v1/fair/draws?epoch=${opened[0]!.epochId}&from=0`),
  days: await ask('/api/v1/fair/days'),
  coupons: await ask('/api/v1/coupons/user/'),
  audit: await verifyAuditDays(site.deps.db),
});
const count = async (table: string) =>
  Number((await site.pool.query<{ count: string }>(`SELECT count(*) FROM ${table}`)).rows[0]!.count);
const archive = (month: string) => site.pool.query(`CALL archive_month('${month}')`);

beforeEach(async () => {
  site = await createTestApp();
  player = await createPlayer(site.deps, { 1: 100 });
  opened = [];
  // what the template was made with is of today, and would hold up the days before it
  await site.pool.query(`ALTER TABLE audit DISABLE TRIGGER append_only; DELETE FROM audit;
    ALTER TABLE audit ENABLE TRIGGER append_only`);
  await site.pool.query(await readFile(join(projectRoot, 'deploy/archiveMonth.sql'), 'utf8'));
  await play(3);
  site.advanceMs(5 * DAY_MS);
  await play(4);
  // the first of February
  site.advanceMs(12 * DAY_MS);
  await play(2);
  site.advanceMs(DAY_MS);
  await countDraws(site.deps);
  await closeDays(site.deps);
  await closeAuditDays(site.deps);
});
afterEach(() => site.close());

test('PF1 FA7 O7 a month that moved to tables of its own is proved as before, and the books balance', async () => {
  const before = await shown();
  expect(before.audit).toHaveLength(3);
  await archive('2026-01-20');
  expect([await count('ONLY draws'), await count('draws_2026_01'), await count('draws')]).toEqual([2, 7, 9]);
  expect([await count('ONLY audit'), await count('audit_2026_01')]).toEqual([2, 7]);
  expect(await shown()).toEqual(before);
  expect(before.audit.every(({ root, stored }) => root === stored)).toBe(true);
  expect(await faultsOfDays(ask)).toEqual([]);
  expect(await differingDays(site.deps.db)).toEqual([]);
  expect(await differingDraws(site.pool, site.deps.secretKey)).toEqual([]);
  expect(await brokenInvariants(site.pool)).toEqual({});
});

test('ST2 players open and days close after it, and the next month moves too', async () => {
  await archive('2026-01-01');
  await play(3);
  site.advanceMs(DAY_MS);
  await closeDays(site.deps);
  await closeAuditDays(site.deps);
  // again, as after a call that was cut off
  await archive('2026-01-01');
  await archive('2026-02-01');
  expect([await count('draws_2026_01'), await count('draws_2026_02'), await count('ONLY draws')]).toEqual([
    7, 5, 0,
  ]);
  await play(1);
  expect(new Set(opened.map(({ nonce }) => nonce)).size).toBe(opened.length);
  expect(await brokenInvariants(site.pool)).toEqual({});
  expect(await faultsOfDays(ask)).toEqual([]);
});

test('FA2 O7 what has moved can be changed as little as before, and a change is found', async () => {
  await archive('2026-01-01');
  for (const table of ['draws_2026_01', 'audit_2026_01', 'draws', 'audit'])
    for (const change of [
      `UPDATE ${table} SET created_at = now()`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table} CASCADE`,
    ])
      await expect(site.pool.query(change), change).rejects.toThrow('append-only');
  await site.pool.query(`ALTER TABLE draws_2026_01 DISABLE TRIGGER append_only;
    UPDATE draws_2026_01 SET ticket = (ticket + 500000) % 1000000 WHERE id = (SELECT min(id) FROM draws_2026_01);
    ALTER TABLE audit_2026_01 DISABLE TRIGGER append_only;
    UPDATE audit_2026_01 SET event = 'other' WHERE id = (SELECT min(id) FROM audit_2026_01)`);
  expect(await differingDraws(site.pool, site.deps.secretKey)).toHaveLength(1);
  expect(await differingDays(site.deps.db)).toEqual(['2026-01-15']);
  const [first] = await verifyAuditDays(site.deps.db);
  expect(first!.root).not.toBe(first!.stored);
});

test('PF1 a month that is not over stays, and so does what no day has closed', async () => {
  await expect(archive('2999-01-01')).rejects.toThrow('The month 2999-01 is not over.');
  await play(2);
  await archive('2026-02-01');
  expect([await count('draws_2026_02'), await count('ONLY draws')]).toEqual([2, 9]);
});
