import type { LightMyRequestResponse } from 'fastify';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { type CommitWatch, watchCommits } from '#/server/platform/db/commitWatch.ts';
import { DATABASE_LIMITS } from '#/server/platform/db/open.ts';
import { createPlayer, open, type Player } from '../../../support/app/factories.ts';
import { query, startTestDatabase, type TestDatabase } from '../../../support/app/postgres.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { playersWith } from '../../../support/players/openingCrowd.ts';
import { stockOf } from '../../../support/players/shopping.ts';

/** The limits of production, but shorter. */
const LIMITS = { ...DATABASE_LIMITS, statementMs: 1000, queryMs: 1500 };

let server: TestDatabase;
let app: TestApp;
let site: TestApp;
let watch: CommitWatch;
let player: Player;

beforeAll(async () => {
  // a server of its own, because the setting is one of the whole server
  server = await startTestDatabase();
  app = await createTestApp({}, server);
  await query(server.adminUrl, `ALTER DATABASE ${nameOf(app)} SET synchronous_commit = on`);
}, 120_000);
beforeEach(async () => {
  site = await createSibling(app, {
    databaseLimits: LIMITS,
    isReadOnly: () => watch.areWaiting(),
  });
  watch = watchCommits(
    site.pool,
    { info: () => {}, warn: () => {} },
    { everyMs: 50, longMs: 300, waitMs: 300 },
  );
  player = await createPlayer(app.deps, { 1: 5 });
  await standby('nobody');
});
afterEach(async () => {
  await standby('');
  watch.stop();
  await site.close();
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(async () => {
  await app.close();
  await server.stop();
});

const nameOf = ({ databaseUrl }: TestApp) => new URL(databaseUrl).pathname.slice(1);

/** Lets commits wait for a standby of this name; without one none waits. */
async function standby(name: string): Promise<void> {
  await query(server.adminUrl, `ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
  await query(server.adminUrl, 'SELECT pg_reload_conf()');
}

const openUnder = (key: string) => open(site, player, { case_id: 1 }, key);
const answerOf = (reply: LightMyRequestResponse) => [reply.statusCode, reply.json<{ code?: string }>().code];
const stock = () => stockOf(app, player.accountId, 1);

/** Ends the wait of the commits, as an impatient administrator may: they are then on the primary only. */
async function cutWaits(): Promise<void> {
  const client = new Client({ connectionString: server.adminUrl });
  await client.connect();
  const cut = async () =>
    (await client.query(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`))
      .rowCount;
  await expect.poll(cut, { interval: 20 }).toBe(1);
  await client.end();
}

/** Takes the connections that the server has left, and those that the watch gives back meanwhile with `takeFreed`. */
async function takeAllConnections() {
  const taken: Client[] = [];
  const takeFreed = async () => {
    for (;;) {
      const client = new Client({ connectionString: server.adminUrl });
      client.on('error', () => {});
      const isTaken = await client.connect().then(
        () => true,
        () => false,
      );
      if (!isTaken) return;
      taken.push(client);
    }
  };
  await takeFreed();
  return { takeFreed, giveBack: () => Promise.all(taken.map((client) => client.end())) };
}

/** Counts the questions of the watch that get no connection, from now on. */
function countRefusals(): () => number {
  const { options } = site.pool;
  const Base = options.Client as typeof Client;
  let refused = 0;
  options.Client = class extends Base {
    override async connect(): Promise<never> {
      return (await super.connect().catch((error: unknown) => {
        refused += 1;
        throw error;
      })) as never;
    }
  };
  return () => refused;
}

describe('N14 while no standby confirms commits', () => {
  test('an effect is unknown in time, the next are refused at once, and pages are shown', async () => {
    expect(answerOf(await openUnder('the-first-key'))).toEqual([503, 'busy']);
    await expect.poll(watch.areWaiting).toBe(true);
    expect(answerOf(await openUnder('the-next-key-1'))).toEqual([503, 'readOnly']);
    expect((await site.get('/api/v1/cases/user', player.headers)).statusCode).toBe(200);
    expect(await stock()).toBe(5);
    await standby('');
    await expect.poll(watch.areWaiting).toBe(false);
    expect((await openUnder('the-first-key')).statusCode).toBe(200);
    expect(await stock()).toBe(4);
  });

  test('each opening of a crowd is unknown or refused in time, and happens once when it is sent again', async () => {
    await standby('');
    const players = await playersWith(app, 12, { 1: 5 });
    await standby('nobody');
    const openAll = () =>
      Promise.all(players.map((each) => open(site, each, { case_id: 1 }, 'the-crowd-key')));
    expect(new Set((await openAll()).map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
    await standby('');
    await expect.poll(watch.areWaiting).toBe(false);
    for (let times = 0; times < 2; times++)
      expect(new Set((await openAll()).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    for (const { accountId } of players) expect(await stockOf(app, accountId, 1)).toBe(4);
  });

  test('it is still known when the commits have taken all connections of the server', async () => {
    await openUnder('the-last-key-1');
    await expect.poll(watch.areWaiting).toBe(true);
    const full = await takeAllConnections();
    const refused = countRefusals();
    const refusedAgain = async () => {
      await full.takeFreed();
      return refused();
    };
    await expect.poll(refusedAgain, { timeout: 20_000 }).toBeGreaterThan(2);
    expect(watch.areWaiting()).toBe(true);
    await full.giveBack();
    await standby('');
    await expect.poll(watch.areWaiting, { timeout: 20_000 }).toBe(false);
  });

  test('it is supposed when a connection is lent for long and the server has no other', async () => {
    const lent = await site.pool.connect();
    const full = await takeAllConnections();
    const areSupposed = async () => {
      await full.takeFreed();
      return watch.areWaiting();
    };
    await expect.poll(areSupposed, { timeout: 20_000 }).toBe(true);
    await full.giveBack();
    await expect.poll(watch.areWaiting, { timeout: 20_000 }).toBe(false);
    lent.release();
  });

  test('a commit whose wait was cut short is no yes, nor is its repetition until a standby has it', async () => {
    watch.stop();
    const first = openUnder('the-cut-key-1');
    await cutWaits();
    expect(answerOf(await first)).toEqual([503, 'busy']);
    expect(await stock()).toBe(4);
    expect(answerOf(await openUnder('the-cut-key-1'))).toEqual([503, 'busy']);
    await standby('');
    expect((await openUnder('the-cut-key-1')).statusCode).toBe(200);
    expect(await stock()).toBe(4);
  });
});
