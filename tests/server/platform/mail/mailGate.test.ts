import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { mailCalls } from '#/contract/operator/mailCalls.ts';
import { startEmbedded } from '#/server/platform/db/embedded.ts';
import { migrateDatabase } from '#/server/platform/db/migrate.ts';
import { openPool } from '#/server/platform/db/open.ts';
import { noteDatabase } from '#/server/platform/mail/mailGate.ts';
import { sendDueMails } from '#/server/platform/mail/mailQueue.ts';
import { dataDirs, fastestFolder } from '../../../support/app/dataDir.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
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
