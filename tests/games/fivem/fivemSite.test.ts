import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { bundlePrograms } from '../../support/app/programs.ts';
import { createTestApp, type TestApp } from '../../support/app/testApp.ts';
import { GOOD } from '../../support/catalogue/testShop.ts';
import { answerLink, codeOfPlayer, linkOf } from '../../support/players/gameLinks.ts';
import { goodsInGame } from '../../support/players/deliveries.ts';
import { createMember, type Member } from '../../support/players/settings.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../../support/players/shopping.ts';
import { gameKeyOf } from '../../support/services/gameAdapter.ts';
import { piecesIn } from './gameOf.ts';
import { World } from './world.ts';

const GAME = 'tests/games/fivem/fivemGame.ts';

let app: TestApp;
let programs: Awaited<ReturnType<typeof bundlePrograms<typeof GAME>>>;
let url: string;
let folder: string;
let key: { id: string; secret: string };
let player: Member;
/** Lines that the running game printed. */
let lines: string[] = [];
let game: ChildProcess;

beforeAll(async () => {
  [app, programs] = await Promise.all([createTestApp(), bundlePrograms(GAME)]);
  useFakeProvider(app);
  url = await app.app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'one-rp-fivem-'));
  await app.pool.query('TRUNCATE game_presence, game_instances, game_ledgers, game_keys');
  key = await gameKeyOf(app);
  player = await createMember(app);
});
afterEach(async () => {
  await kill();
  rmSync(folder, { recursive: true });
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(async () => {
  programs.remove();
  await app.close();
});

/** Starts the game. @param hang the step of a delivery at which it stops for ever */
function start({
  hang,
  clockOffS = 0,
  identity = 'login',
}: { hang?: string; clockOffS?: number; identity?: string } = {}): void {
  game = spawn(process.execPath, [programs.pathOf(GAME)], {
    cwd: projectRoot,
    env: {
      ...process.env,
      SITE_URL: url,
      GAME_KEY: key.id,
      GAME_SECRET: key.secret,
      FOLDER: folder,
      LOGIN: player.login,
      CLOCK_OFF_S: String(clockOffS),
      ...(hang && { HANG: hang }),
      IDENTITY: identity,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  lines = [];
  game.stdout!.on('data', (text: Buffer) => lines.push(...text.toString('utf8').trim().split('\n')));
}

/** Kills the game as a power cut does. */
async function kill(): Promise<void> {
  if (game.exitCode !== null || game.signalCode !== null) return;
  const hasEnded = once(game, 'exit');
  game.kill('SIGKILL');
  await hasEnded;
}

async function buy(goodsId: number = GOOD.service, type = 'Services'): Promise<string> {
  const id = await pendingOrder(app, player, { product_type: type, goods_id: goodsId });
  await applyPaymentEvent(app, id, 'paid');
  return id;
}

const goods = () => goodsInGame(app, player.accountId);
/** Reads the saved state of the game. */
const unbans = () => {
  const file = join(folder, 'world.json');
  return existsSync(file) ? piecesIn('qb', new World(file), 'cash') : 0;
};
const premiumUntil = () => {
  const { tables } = new World(join(folder, 'world.json'));
  return /"until":"([^"]+)"/.exec(String(tables['players']?.[0]?.['metadata']))?.[1];
};
const isConnected = () => lines.some((line) => line.includes('connected as everest'));

describe('D21 the FiveM adapter', () => {
  test('hands over while its poll is held, sets Premium, and takes back what was paid back', async () => {
    start();
    await expect.poll(isConnected).toBe(true);
    const order = await buy();
    await expect.poll(goods).toEqual(['give 1 unban done']);
    expect(unbans()).toBe(1);
    await buy(GOOD.premium, 'Premium');
    await expect.poll(premiumUntil).toMatch(/^2026-02-14T/);
    await applyPaymentEvent(app, order, 'chargedBack');
    await expect.poll(goods).toEqual(['give 1 unban done', 'revoke 1 unban done']);
    expect(unbans()).toBe(0);
  });

  test.each(['after effect', 'after save'])('killed %s gives it once after its next start', async (step) => {
    start({ hang: step });
    await buy();
    await expect.poll(() => lines).toContain(`at ${step}`);
    await kill();
    expect(await goods()).toEqual(['give 1 unban leased']);
    expect(unbans()).toBe(step === 'after save' ? 1 : 0);
    // its instance is silent and the lease lapses
    app.advanceMs(61_000);
    start();
    await expect.poll(goods).toEqual(['give 1 unban done']);
    expect(unbans()).toBe(1);
  });

  test('says in its console what is wrong and what to do', async () => {
    key = { ...key, secret: 'wrong' };
    start();
    await expect
      .poll(() => lines)
      .toContain('[onerp] gameKeyInvalid: check key and secret; the site is asked again in 5 minutes');
  });
});

const TRY_AGAIN = new Set([
  'chat: The site does not answer. Try again later.',
  'chat: Wait a moment and try again.',
]);

test('D15 the FiveM adapter ties a character by the code that its player types, and hands over to it', async () => {
  key = await gameKeyOf(app, 'everest', ['deliver', 'players', 'link']);
  start({ identity: 'link' });
  await expect.poll(isConnected).toBe(true);
  const code = await codeOfPlayer(app, player);
  game.stdin!.write(code);
  await expect
    .poll(async () => {
      // FXServer does not wait longer than 5 s for an answer, and a player who reads this types the code again
      if (lines.some((line) => TRY_AGAIN.has(line))) {
        lines = [];
        game.stdin!.write(code);
      }
      return [(await linkOf(app, player)).state, lines.filter((line) => line.startsWith('chat:'))];
    })
    .toEqual(['pending', [expect.stringContaining('Confirm it on the site')]]);
  const link = await linkOf(app, player);
  expect(link).toMatchObject({ character: 'QBX1', characterName: 'John Doe' });
  await answerLink(app, player, 'confirm', link.id);
  await buy();
  await expect.poll(goods).toEqual(['give 1 unban done']);
  expect(unbans()).toBe(1);
});

test('D22 the FiveM adapter hands over with a clock an hour off', async () => {
  start({ clockOffS: 3600 });
  await buy();
  await expect.poll(goods).toEqual(['give 1 unban done']);
});
