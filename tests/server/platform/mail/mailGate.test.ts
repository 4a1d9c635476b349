import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { mailCalls } from '#/contract/operator/mailCalls.ts';
import { startEmbedded } from '#/server/platform/db/embedded.ts';
import { migrateDatabase } from '#/server/platform/db/migrate.ts';
import { openPool } from '#/server/platform/db/open.ts';
import { muteMails } from '#/server/domain/mails/muteMails.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { noteDatabase } from '#/server/platform/mail/mailGate.ts';
import { sendDueMails } from '#/server/platform/mail/mailQueue.ts';
import { dataDirs, fastestFolder } from '../../../support/app/dataDir.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { createPlayer } from '../../../support/app/factories.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { deliveriesOf } from '../../../support/players/deliveries.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../../../support/players/shopping.ts';
import { codeOf } from '../../../support/access/mailedLinks.ts';
import { createOperator, nextCode } from '../../../support/desks/operators.ts';
import { type MailDesk, queueSample, startMailDesk } from '../../../support/services/mailDesk.ts';

// real databases: on a busy machine a start takes seconds
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const quiet = { info: () => {}, warn: () => {} };

describe('O33 the database of a running site', () => {
  let site: TestApp;
  let desk: MailDesk;
  beforeAll(async () => {
    site = await createTestApp();
    useFakeProvider(site);
  });
  beforeEach(async () => {
    desk = await startMailDesk(site);
    await site.pool.query('DELETE FROM mail_gate');
    await noteDatabase(site.deps);
    await queueSample(site, 'waits', 'receipt');
  });
  afterEach(() => desk.close());
  afterAll(() => site.close());

  const send = () => sendDueMails(desk.overSmtp);
  /** Makes the table anew with its old rows, as `pg_restore --clean` does. */
  const restoreTable = () =>
    site.pool.query(`CREATE TABLE dumped AS SELECT * FROM mail_gate; DROP TABLE mail_gate;
      CREATE TABLE mail_gate (LIKE dumped); ALTER TABLE mail_gate ADD PRIMARY KEY (is_only);
      ALTER TABLE mail_gate ALTER is_only SET DEFAULT true, ALTER is_restored SET DEFAULT false,
        ALTER reason SET DEFAULT '';
      INSERT INTO mail_gate SELECT * FROM dumped; DROP TABLE dumped`);

  test('O33 sends, and a restart changes nothing', async () => {
    expect(await noteDatabase(site.deps)).toBeNull();
    expect(await send()).toBe(1);
  });

  test('O33 is mute at once when it is restored under the running site, and stays so after a restart', async () => {
    await restoreTable();
    expect(await send()).toBe(0);
    expect(await noteDatabase(site.deps)).toEqual(site.deps.now());
    expect(await noteDatabase(site.deps)).toEqual(site.deps.now());
    expect(await send()).toBe(0);
  });

  test.each(['system_id', 'database_oid', 'table_oid'])(
    'O33 is mute when its %s is another',
    async (column) => {
      await site.pool.query(`UPDATE mail_gate SET ${column} = '1'`);
      const lines: unknown[] = [];
      const log = { ...site.deps.log, error: (line: unknown) => lines.push(line) } as never;
      expect(await noteDatabase({ ...site.deps, log })).not.toBeNull();
      expect(lines.join()).toContain('restored copy');
      expect(await send()).toBe(0);
    },
  );

  /** A player buys something. @returns the number of its delivery, which the game knows */
  async function bought(): Promise<number> {
    const player = await createPlayer(site.deps);
    const service = { product_type: 'Services', goods_id: GOOD.service };
    await applyPaymentEvent(site, await pendingOrder(site, player, service), 'paid');
    return (await deliveriesOf(site, player.accountId))[0]!.id;
  }
  const lastNumbers = async () => {
    const { rows } = await site.pool.query<{ sequencename: string; last: string }>(
      `SELECT sequencename, coalesce(last_value, 0) AS last FROM pg_sequences WHERE schemaname = 'public'`,
    );
    return new Map(rows.map(({ sequencename, last }) => [sequencename, Number(last)]));
  };

  test('O33 goes on with new numbers once it is restored, because a game has done those after the backup', async () => {
    const known = await bought();
    const before = await lastNumbers();
    await restoreTable();
    await noteDatabase(site.deps);
    const after = await lastNumbers();
    expect(after.size).toBeGreaterThan(30);
    for (const [name, last] of before) expect(after.get(name)).toBeGreaterThanOrEqual(last + 1_000_000);
    const first = await bought();
    expect(first).toBeGreaterThan(known + 1_000_000);
    await noteDatabase(site.deps);
    expect(await bought()).toBe(first + 1);
  });

  test('O33 goes on with other numbers when the same backup is restored again later', async () => {
    const sequence = `pg_get_serial_sequence('deliveries', 'id')`;
    const known = await bought();
    await restoreTable();
    await noteDatabase(site.deps);
    const first = await bought();
    await site.pool.query(`SELECT setval(${sequence}, $1)`, [known]);
    await restoreTable();
    site.advanceMs(60 * 60_000);
    await noteDatabase(site.deps);
    expect(await bought()).toBeGreaterThan(first);
  });

  test('O33 goes on with new numbers when it is told to send before a process has recognised it', async () => {
    const known = await bought();
    await restoreTable();
    const send = { isMuted: false, operatorId: null, reason: 'this copy is the site now' };
    expect(await withTx(site.pool, (tx) => muteMails(tx, site.deps, send))).toBe(true);
    expect(await noteDatabase(site.deps)).toBeNull();
    expect(await bought()).toBeGreaterThan(known + 1_000_000);
  });

  test('O33 is sent again by an operator with a reason and a fresh code, on every process', async () => {
    const sibling = await createSibling(site);
    await restoreTable();
    await noteDatabase(site.deps);
    const manager = await createOperator(site, 'manager');
    const call = (endpoint: typeof mailCalls.muteMails | typeof mailCalls.unmuteMails) =>
      manager.browser.call(endpoint, { body: { reason: 'this copy is the site now' } });
    const state = async () => (await manager.browser.call(mailCalls.mailQueue)).json().mute;
    expect(await state()).toMatchObject({ isRestored: true, by: null });
    expect((await manager.browser.call(operatorCalls.site)).json().areMailsMuted).toBe(true);
    const test = await manager.browser.call(mailCalls.sendTestMail, { body: { locale: 'en' } });
    expect(codeOf(test)).toBe('mailsMuted');
    site.advanceMs(11 * 60_000);
    expect(codeOf(await call(mailCalls.unmuteMails))).toBe('proofNeeded');
    await manager.browser.call(operatorCalls.prove, { body: { code: nextCode(site, manager) } });
    expect((await call(mailCalls.unmuteMails)).statusCode).toBe(200);
    expect(codeOf(await call(mailCalls.unmuteMails))).toBe('operatorChanged');
    expect(await state()).toBeNull();
    expect(await noteDatabase(site.deps)).toBeNull();
    expect(await sendDueMails({ ...sibling.deps, now: site.deps.now, mail: desk.overSmtp.mail })).toBe(1);

    expect((await call(mailCalls.muteMails)).statusCode).toBe(200);
    await queueSample(site, 'later', 'orderRefunded');
    expect(await send()).toBe(0);
    expect(await state()).toMatchObject({
      isRestored: false,
      by: 'manager',
      reason: 'this copy is the site now',
    });
    const { rows } = await site.pool.query('SELECT event FROM audit WHERE operator_id = $1', [manager.id]);
    expect(rows.map(({ event }) => event)).toEqual(expect.arrayContaining(['mailsMuted', 'mailsUnmuted']));
    await sibling.close();
  });
});

describe('O33 the folder of the embedded database', () => {
  let prepared: Awaited<ReturnType<typeof dataDirs>>;
  beforeAll(async () => {
    prepared = await dataDirs();
  });
  afterAll(() => prepared.remove());

  /** Starts the site's database in a folder, and notes it. @returns since when its mails are muted */
  async function start(dataDir: string, databaseUrl?: string): Promise<Date | null> {
    const embedded = await startEmbedded(dataDir, quiet);
    await migrateDatabase(embedded.connection);
    const pool = openPool(embedded.connection, 2, quiet);
    const log = { error: () => {} } as never;
    try {
      return await noteDatabase({
        pool,
        now: () => new Date(0),
        config: { dataDir, databaseUrl } as never,
        log,
      });
    } finally {
      await pool.end();
      await embedded.stop();
    }
  }

  test('O33 is recognised after a copy, and not after a restart or a move; a promoted standby is no copy', async () => {
    const room = mkdtempSync(join(fastestFolder(), 'one-rp-copies-'));
    const made = prepared.make();
    const [copy, moved, standby] = ['copy', 'moved', 'standby'].map((name) => join(room, name)) as [
      string,
      string,
      string,
    ];
    try {
      expect(await start(made)).toBeNull();
      expect(await start(made)).toBeNull();
      for (const folder of [copy, standby])
        cpSync(made, folder, { recursive: true, preserveTimestamps: true });
      expect(await start(copy)).toEqual(new Date(0));
      // a standby has the files of its primary and is reached by an address
      expect(await start(standby, 'postgres://elsewhere')).toBeNull();
      renameSync(made, moved);
      expect(await start(moved)).toBeNull();
    } finally {
      for (const folder of [room, made]) rmSync(folder, { recursive: true, force: true });
    }
  });
});
