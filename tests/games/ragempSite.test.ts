import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { gamePath } from '#/contract/game.ts';
import { makeLinkCode } from '#/server/domain/gameServers/linkCodes.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { answerLink, linkOf } from '../support/players/gameLinks.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { createTestApp, type TestApp } from '../support/app/testApp.ts';
import { GOOD } from '../support/catalogue/testShop.ts';
import { goodsInGame } from '../support/players/deliveries.ts';
import { createMember, type Member } from '../support/players/settings.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../support/players/shopping.ts';
import { gameKeyOf, forgetGames } from '../support/services/gameAdapter.ts';
import { type Bridge, startAdapter } from './ragempAdapter.ts';

let app: TestApp;
let url: string;
let folder: string;
let key: { id: string; secret: string };
let player: Member;
/** Lines that the running game printed. */
let lines: string[] = [];
let game: ChildProcess | undefined;

beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
  url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  await app.pool.query(
    `CREATE TABLE onerp_deliveries (id bigint PRIMARY KEY, taken int, given_at timestamptz DEFAULT now());
    CREATE TABLE game_players (login text PRIMARY KEY, unbans int NOT NULL DEFAULT 0, premium_until text)`,
  );
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'one-rp-game-'));
  await forgetGames(app);
  key = await gameKeyOf(app);
  player = await createMember(app);
  await app.pool.query('INSERT INTO game_players (login) VALUES ($1)', [player.login]);
});
afterEach(async () => {
  await kill();
  rmSync(folder, { recursive: true });
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

/** Starts the game. @param hang the step of a delivery at which it stops for ever @param linkCode typed by its player */
function start(hang?: 'beforeEffect' | 'beforeCommit' | 'afterCommit', linkCode?: string): void {
  game = spawn(process.execPath, [join(projectRoot, 'tests/games/ragempGame.cjs')], {
    env: {
      ...process.env,
      SITE_URL: url,
      GAME_KEY: key.id,
      GAME_SECRET: key.secret,
      LEDGER_FILE: join(folder, 'ledger.jsonl'),
      GAME_DATABASE_URL: app.databaseUrl,
      LOGIN: player.login,
      ...(hang && { HANG: hang }),
      ...(linkCode && { LINK_CODE: linkCode }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  lines = [];
  game.stdout!.on('data', (text: Buffer) => lines.push(...text.toString('utf8').trim().split('\n')));
}

/** Kills the game as a power cut does. */
async function kill(): Promise<void> {
  if (!game || game.exitCode !== null || game.signalCode !== null) return;
  const hasEnded = once(game, 'exit');
  game.kill('SIGKILL');
  await hasEnded;
}

async function buy(goodsId: number = GOOD.service, type = 'Services'): Promise<string> {
  const id = await pendingOrder(app, player, { product_type: type, goods_id: goodsId });
  await applyPaymentEvent(app, id, 'paid');
  return id;
}

const unbans = async () =>
  (
    await app.pool.query<{ unbans: number }>('SELECT unbans FROM game_players WHERE login = $1', [
      player.login,
    ])
  ).rows[0]!.unbans;
const goods = () => goodsInGame(app, player.accountId);

describe('D21 the RAGE MP adapter with the SQL bridge', () => {
  test('hands over what was bought, sets Premium, and takes back what was paid back', async () => {
    start();
    const order = await buy();
    await expect.poll(goods).toEqual(['give 1 unban done']);
    expect(await unbans()).toBe(1);
    await buy(GOOD.premium, 'Premium');
    const until = async () =>
      (
        await app.pool.query<{ premium_until: string | null }>(
          'SELECT premium_until FROM game_players WHERE login = $1',
          [player.login],
        )
      ).rows[0]!.premium_until;
    await expect.poll(until).toMatch(/^2026-02-14T/);
    await applyPaymentEvent(app, order, 'chargedBack');
    await expect.poll(goods).toEqual(['give 1 unban done', 'revoke 1 unban done']);
    expect(await unbans()).toBe(0);
  });

  test.each(['beforeEffect', 'beforeCommit', 'afterCommit'] as const)(
    'killed %s gives it once after its next start',
    async (step) => {
      start(step);
      await buy();
      await expect.poll(() => lines).toContain(`at ${step}`);
      await kill();
      expect(await goods()).toEqual(['give 1 unban leased']);
      expect(await unbans()).toBe(step === 'afterCommit' ? 1 : 0);
      // its instance is silent and the lease lapses
      app.advanceMs(61_000);
      start();
      await expect.poll(goods).toEqual(['give 1 unban done']);
      expect(await unbans()).toBe(1);
    },
  );

  test('D15 ties a player by a code, and hands over once they have confirmed', async () => {
    const account = { id: player.accountId, serverKey: 'everest' };
    const { code } = await withTx(app.pool, (tx) => makeLinkCode(tx, app.deps, account));
    await app.pool.query('UPDATE game_keys SET scopes = $1', [['deliver', 'players', 'link']]);
    await buy();
    start(undefined, code);
    await expect.poll(() => lines).toContain('0 wait');
    // typed again before anybody has confirmed, it is answered the same
    const masked = `${player.login[0]}***${player.login.at(-1)}`;
    expect(lines).toContain(`linked to ${masked}`);
    expect(lines).toContain(`linked again to ${masked}`);
    expect(await goods()).toEqual(['give 1 unban waiting']);
    await answerLink(app, player, 'confirm', (await linkOf(app, player)).id);
    await expect.poll(goods).toEqual(['give 1 unban done']);
    expect(await unbans()).toBe(1);
  });

  test('D3 reports joins and leaves while its poll is held, and takes the deliveries that become ready with that poll', async () => {
    const polls: ServerResponse[] = [];
    const listen = ({ url: path }: IncomingMessage, response: ServerResponse) => {
      if (path === gamePath('pull')) polls.push(response);
    };
    app.app.server.prependListener('request', listen);
    onTestFinished(() => void app.app.server.off('request', listen));
    /** The poll that waits: the site has begun its answer, and not ended it. */
    const heldPoll = () => polls.find((each) => each.headersSent && !each.writableEnded && !each.closed);
    const present = async () => {
      const { rows } = await app.pool.query<{ player: string }>('SELECT player FROM game_presence');
      return rows.map((row) => row.player);
    };
    const given: number[] = [];
    const adapter = startAdapter({
      url,
      key: key.id,
      secret: key.secret,
      ledgerFile: join(folder, 'ledger.jsonl'),
      bridge: {
        codes: ['unban'],
        facts: ['premium'],
        proves: [],
        check: async () => undefined,
        apply: async ({ no }) => {
          given.push(no);
          return {};
        },
        prove: async () => 'cannotTell',
      } satisfies Bridge,
      log: () => {},
    });
    onTestFinished(() => adapter.stop());
    await expect.poll(heldPoll).toBeDefined();
    const first = heldPoll();
    adapter.presence.join({ player: player.login });
    await expect.poll(present).toEqual([player.login]);
    adapter.presence.leave(player.login);
    await expect.poll(present).toEqual([]);
    await buy();
    expect(await goods()).toEqual(['give 1 unban waiting']);
    expect(heldPoll()).toBe(first);
    adapter.presence.join({ player: player.login });
    await expect.poll(goods).toEqual(['give 1 unban done']);
    expect(given).toHaveLength(1);
    const { rows } = await app.pool.query('SELECT attempt FROM deliveries WHERE account_id = $1', [
      player.accountId,
    ]);
    expect(rows).toEqual([{ attempt: 1 }]);
  });

  test('says in its console what is wrong and what to do', async () => {
    key = { ...key, secret: 'wrong' };
    start();
    await expect
      .poll(() => lines)
      .toContain('[onerp] gameKeyInvalid: check key and secret; the site is asked again in 5 minutes');
  });
});
