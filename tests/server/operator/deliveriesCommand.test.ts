import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { bundlePrograms } from '../../support/app/programs.ts';
import { APP_SECRET, createTestApp, type TestApp } from '../../support/app/testApp.ts';
import { GOOD } from '../../support/catalogue/testShop.ts';
import { deliveriesOf } from '../../support/players/deliveries.ts';
import { createMember } from '../../support/players/settings.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../../support/players/shopping.ts';
import { GameAdapter, gameKeyOf } from '../../support/services/gameAdapter.ts';

const COMMAND = 'src/server/operator/deliveriesCommand.ts';
const STARTS_MS = 120_000;

let app: TestApp;
let adapter: GameAdapter;
let programs: Awaited<ReturnType<typeof bundlePrograms<typeof COMMAND>>>;
beforeAll(async () => {
  [app, programs] = await Promise.all([createTestApp({ now: () => new Date() }), bundlePrograms(COMMAND)]);
  useFakeProvider(app);
  adapter = new GameAdapter(app, await gameKeyOf(app));
  await adapter.hello();
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(async () => {
  programs.remove();
  await app.close();
});

const settings = () => ({ PATH: process.env['PATH'], DATABASE_URL: app.databaseUrl, APP_SECRET });

/** Runs the command. @returns what it prints, or says when it fails */
async function shell(...words: string[]): Promise<string> {
  const run = promisify(execFile)(process.execPath, [programs.pathOf(COMMAND), ...words], {
    env: settings(),
  });
  return run.then(
    ({ stdout }) => stdout.trim(),
    ({ stderr }: { stderr: string }) => stderr.trim(),
  );
}

/** A player buys something that the game rejects, and an operator has it tried again. @returns its number */
async function rejectedAndRetried(): Promise<number> {
  const player = await createMember(app);
  await adapter.work({ joined: [{ player: player.login }], max: 0 });
  const order = await pendingOrder(app, player, { product_type: 'Services', goods_id: GOOD.service });
  await applyPaymentEvent(app, order, 'paid');
  const [delivery] = await adapter.work();
  const no = delivery!.no;
  await adapter.report({ no, outcome: 'rejected', code: 'no_character', proof: 'no row of the player' });
  expect(await shell('retry', String(no), '--reason', 'they have come back')).toContain('waiting now');
  return no;
}

test(
  'D19 the command shows what the game said at the move that it belongs to, and names decisions as they are typed',
  async () => {
    const no = await rejectedAndRetried();
    await adapter.work();
    await adapter.report({ no, attempt: 2, outcome: 'done' });
    const moves = (await shell('show', String(no))).split('\n').slice(1);
    expect(moves.filter((line) => line.includes('no row of the player'))).toEqual([
      expect.stringMatching(/failed by game, attempt 1: rejected:no_character \(no row of the player\)$/),
    ]);
    expect(moves.filter((line) => line.includes('they have come back'))).toHaveLength(1);
    expect(await shell('not-given', String(no), '--reason', 'looked')).toBe(
      'The delivery is done: not-given is for what is unknown.',
    );
    expect(await shell('by-hand', String(no), '--reason', 'looked')).toContain(': by-hand is for');
  },
  STARTS_MS,
);

test(
  'D7 the command names another adapter of the server, whatever its key',
  async () => {
    const other = new GameAdapter(app, await gameKeyOf(app));
    expect(await other.hello({ host: 'gta-2' })).toMatchObject({ refused: 'instanceActive' });
    expect(await shell('servers')).toMatch(/\n {2}ANOTHER ADAPTER ASKS FOR THIS SERVER: gta-2 \(/);
    expect(await shell('alarms')).toContain('everest: two adapters ask for this server');
  },
  STARTS_MS,
);

test(
  'O33 the command lets the numbers go on far beyond, with a reason that stays in the audit log',
  async () => {
    const bought = async () => {
      const player = await createMember(app);
      const service = { product_type: 'Services', goods_id: GOOD.service };
      await applyPaymentEvent(app, await pendingOrder(app, player, service), 'paid');
      return (await deliveriesOf(app, player.accountId))[0]!.id;
    };
    const before = await bought();
    expect(await shell('advance-numbers')).toContain('--reason must be given');
    expect(await shell('advance-numbers', '--reason', 'a late standby')).toContain('go on far beyond');
    expect(await bought()).toBeGreaterThan(before + 1_000_000);
    const { rows } = await app.pool.query(`SELECT detail FROM audit WHERE event = 'numbersAdvanced'`);
    expect(rows).toEqual([{ detail: { reason: 'a late standby' } }]);
  },
  STARTS_MS,
);

test(
  'N6 a command whose reader has gone ends quietly',
  async () => {
    const child = spawn(process.execPath, [programs.pathOf(COMMAND), 'servers'], {
      env: settings(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    const [complained, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([complained, code]).toEqual(['', 0]);
  },
  STARTS_MS,
);
