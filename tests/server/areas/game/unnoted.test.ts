import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GameReplies } from '#/contract/game.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { DATABASE_LIMITS } from '#/server/platform/db/open.ts';
import { type DatabaseLine, type Line, openDatabaseLine } from '../../../support/app/databaseLine.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { goodsInGame } from '../../../support/players/deliveries.ts';
import { createMember, type Member } from '../../../support/players/settings.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../../../support/players/shopping.ts';
import { GameAdapter, gameKeyOf } from '../../../support/services/gameAdapter.ts';

/* Faults while the players of a poll are noted: neither results nor work nor other players wait for them. */

const LIMITS = { ...DATABASE_LIMITS, statementMs: 1500, queryMs: 2000, connectMs: 1000 };

let app: TestApp;
let key: { id: string; secret: string };
let adapter: GameAdapter;

beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
  // a row that the site cannot change, whatever the reason is
  await app.pool.query(
    `CREATE TABLE poisoned (account_id bigint);
    CREATE FUNCTION refuse_poisoned() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF EXISTS (SELECT FROM poisoned p WHERE p.account_id = NEW.account_id) THEN
        RAISE EXCEPTION 'a fault of the site'; END IF;
      RETURN NEW; END $$;
    CREATE TRIGGER poisoned BEFORE UPDATE OF ready_at ON deliveries FOR EACH ROW EXECUTE FUNCTION refuse_poisoned();
    CREATE TRIGGER poisoned BEFORE INSERT ON game_presence FOR EACH ROW EXECUTE FUNCTION refuse_poisoned()`,
  );
});
beforeEach(async () => {
  await app.pool.query('TRUNCATE game_presence, game_instances, game_ledgers, game_keys');
  key = await gameKeyOf(app);
  adapter = new GameAdapter(app, key);
  await adapter.hello();
});
afterEach(async () => {
  await app.pool.query('TRUNCATE poisoned');
  await app.pool.query(`UPDATE deliveries SET state = 'cancelled', ready_at = NULL WHERE state = 'waiting'`);
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

/** A player of everest for whom something waits. */
async function buyer(): Promise<Member> {
  const member = await createMember(app);
  const order = await pendingOrder(app, member, { product_type: 'Services', goods_id: GOOD.service });
  await applyPaymentEvent(app, order, 'paid');
  return member;
}
const poison = ({ accountId }: Member) => app.pool.query('INSERT INTO poisoned VALUES ($1)', [accountId]);
const named = (...members: Member[]) => members.map(({ login }) => ({ player: login }));
const loginsOf = ({ deliveries }: Pick<GameReplies['pull'], 'deliveries'>) =>
  deliveries.map(({ player }) => player.login);
const finish = (no: number) => adapter.report({ no, outcome: 'done' });

describe('D3 a player whom the site fails to note', () => {
  let ill: Member;
  let well: Member;
  beforeEach(async () => {
    ill = await buyer();
    well = await buyer();
    await poison(ill);
  });

  test('who joins does not keep the others waiting', async () => {
    const reply = (await adapter.pull({ online: 2, joined: named(ill, well) })) as GameReplies['pull'];
    expect(loginsOf(reply)).toEqual([well.login]);
    await finish(reply.deliveries[0]!.no);
    expect(await goodsInGame(app, well.accountId)).toEqual(['give 1 unban done']);
  });

  test('does not break off a roster', async () => {
    const roster = { part: 1, of: 1, players: named(ill, well) };
    expect(await adapter.call('roster', roster)).toMatchObject({ isWhole: true });
    const [given] = await adapter.work();
    expect(given!.player.login).toBe(well.login);
    await finish(given!.no);
  });

  test('is noted once the fault is mended', async () => {
    await adapter.work({ max: 0, joined: named(ill) });
    await app.pool.query('TRUNCATE poisoned');
    const online = { max: 0, online: 1 };
    await adapter.pull(online);
    expect(await adapter.pull(online)).toMatchObject({ wantRoster: true });
    await adapter.call('roster', { part: 1, of: 1, players: named(ill) });
    const [given] = await adapter.work({ online: 1 });
    expect(given!.player.login).toBe(ill.login);
    await finish(given!.no);
  });

  test.each(['leaves', 'is forgotten by a hello'])('and who %s does not keep the others', async (how) => {
    await app.pool.query('TRUNCATE poisoned');
    await adapter.work({ max: 0, joined: named(ill, well) });
    await poison(ill);
    if (how === 'leaves') await adapter.work({ max: 0, left: [ill.login, well.login] });
    else expect(await adapter.hello()).toMatchObject({ server: 'everest' });
    const { rows } = await app.pool.query('SELECT FROM game_presence WHERE account_id = $1', [
      well.accountId,
    ]);
    expect(rows).toEqual([]);
    await app.pool.query('TRUNCATE poisoned');
  });
});

test('D3 a fault of the site while it notes players holds up neither results nor work', async () => {
  const member = await buyer();
  await adapter.work({ max: 0, joined: named(member) });
  const [first] = await adapter.work();
  await buyerAgain(member);
  await app.pool.query('ALTER TABLE server_reports RENAME TO lost_reports');
  const results = [{ no: first!.no, attempt: 1, outcome: 'done' }];
  const reply = (await adapter.pull({ results })) as GameReplies['pull'];
  await app.pool.query('ALTER TABLE lost_reports RENAME TO server_reports');
  expect(reply).toMatchObject({ results: [{ no: first!.no, as: 'recorded' }], wantRoster: true });
  expect(loginsOf(reply)).toEqual([member.login]);
  await finish(reply.deliveries[0]!.no);
});

async function buyerAgain(member: Member): Promise<void> {
  const order = await pendingOrder(app, member, { product_type: 'Services', goods_id: GOOD.service });
  await applyPaymentEvent(app, order, 'paid');
}

describe('D3 the database falls silent', () => {
  let line: DatabaseLine;
  /** A process whose way to the database is the line. */
  let site: TestApp;
  let far: GameAdapter;

  beforeEach(async () => {
    line = await openDatabaseLine(app.databaseUrl);
    site = await createSibling(app, { databaseLimits: LIMITS }, line.url);
    far = new GameAdapter(site, key);
    Object.assign(far, { instance: adapter.instance, ledger: adapter.ledger, seq: 100 });
  });
  afterEach(async () => {
    await line.close();
    await site.close();
  });

  const when = (text: string, act: (found: Line) => void) => {
    line.onRequest = (request, found) => {
      if (!request.includes(text)) return;
      line.onRequest = undefined;
      act(found);
    };
  };

  test.each(['insert into "game_presence"', 'COMMIT'])(
    'while players are noted, at %s: they are reported again, and get what they bought once',
    async (text) => {
      const member = await buyer();
      const polled = { online: 1, joined: named(member) };
      when('insert into "game_presence"', (first) =>
        text === 'COMMIT' ? when('COMMIT', (found) => found.loseAnswers()) : first.silence(),
      );
      expect(await far.pull(polled)).toMatchObject({ refused: 'busy' });
      const reply = (await far.pull(polled)) as GameReplies['pull'];
      expect(loginsOf(reply)).toEqual([member.login]);
      await far.report({ no: reply.deliveries[0]!.no, outcome: 'done' });
      expect(await goodsInGame(app, member.accountId)).toEqual(['give 1 unban done']);
    },
  );

  test('while a poll is held: it goes on, and brings what was bought meanwhile', async () => {
    const member = await createMember(app);
    await far.work({ max: 0, online: 1, joined: named(member) });
    const held = far.pull({ waitS: 25, online: 1 });
    await expect
      .poll(() => site.app.inject('/metrics').then(({ body }) => body))
      .toContain('game_polls_held 1');
    line.silenceAll();
    // players who come meanwhile are told in a poll of their own, which does not end the held one
    const other = await createMember(app);
    const told = far.body({ waitS: 0, max: 0, online: 2, joined: named(other) });
    expect((await far.send('pull', told)).statusCode).toBe(503);
    line.resumeAll();
    await far.work({ max: 0, online: 2, joined: named(other) });
    await buyerAgain(other);
    const reply = (await held) as GameReplies['pull'];
    expect(loginsOf(reply)).toEqual([other.login]);
    await far.report({ no: reply.deliveries[0]!.no, outcome: 'done' });
  });
});
