import { execFile } from 'node:child_process';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { refundOrder, regrantOrder } from '#/server/operator/operateOrders.ts';
import { createPlayer, type Player } from '../../support/app/factories.ts';
import { bundlePrograms } from '../../support/app/programs.ts';
import { GOOD } from '../../support/catalogue/testShop.ts';
import { goodsInGame } from '../../support/players/deliveries.ts';
import { auditOf } from '../../support/players/settings.ts';
import {
  applyPaymentEvent,
  balanceOf,
  type FakeProvider,
  loginOf,
  movesOf,
  orderOf,
  pendingOrder,
  refOf,
  stockOf,
  useFakeProvider,
} from '../../support/players/shopping.ts';
import { APP_SECRET, createTestApp, type TestApp } from '../../support/app/testApp.ts';

let app: TestApp;
let provider: FakeProvider;
let player: Player;

beforeAll(async () => {
  app = await createTestApp();
  provider = useFakeProvider(app);
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

const ordered = async () => {
  player = await createPlayer(app.deps);
  return pendingOrder(app, player);
};

test('N6 what waits in review is granted with a reason, once, and stays so until all that came is refunded', async () => {
  const id = await ordered();
  await applyPaymentEvent(app, id, 'paid', { amountCents: 4990 });
  expect(await regrantOrder(app.deps, id, 'ten cents are lost in fees')).toBe('granted');
  expect(await balanceOf(app, player.accountId)).toBe(550);
  expect(await auditOf(app, player.accountId)).toEqual(['orderRegranted', 'orderGranted']);
  await expect(regrantOrder(app.deps, id, 'again')).rejects.toThrow('The order is granted');
  expect(await applyPaymentEvent(app, id, 'pending')).toBe('granted');
  expect(await applyPaymentEvent(app, id, 'refunded', { amountCents: 4000, causeRef: 'a part' })).toBe(
    'granted',
  );
  expect((await orderOf(app, id)).refunded_cents).toBe(4000);
  expect(await applyPaymentEvent(app, id, 'refunded', { amountCents: 990, causeRef: 'the rest' })).toBe(
    'refunded',
  );
  expect(await balanceOf(app, player.accountId)).toBe(0);
  expect(await movesOf(app, id)).toEqual(['created', 'pending', 'review', 'granted', 'refunded']);
});

test('N6 what was charged back is given back, and a later event changes nothing of it', async () => {
  const id = await ordered();
  await applyPaymentEvent(app, id, 'paid');
  await applyPaymentEvent(app, id, 'chargedBack');
  expect(await balanceOf(app, player.accountId)).toBe(0);
  expect(await regrantOrder(app.deps, id, 'the bank has decided')).toBe('granted');
  expect(await applyPaymentEvent(app, id, 'pending')).toBe('granted');
  expect(await balanceOf(app, player.accountId)).toBe(550);
});

test('N6 of 20 operators at once one grants', async () => {
  const id = await ordered();
  await applyPaymentEvent(app, id, 'paid', { currency: 'USD' });
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => regrantOrder(app.deps, id, 'paid in dollars')),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await balanceOf(app, player.accountId)).toBe(550);
});

test('N6 money goes back at the provider under one key; the order follows its word', async () => {
  const id = await ordered();
  await expect(refundOrder(app.deps, id, { reason: 'too early' })).rejects.toThrow('The order is pending');
  await applyPaymentEvent(app, id, 'paid');
  await expect(refundOrder(app.deps, id, { cents: 5001, reason: 'too much' })).rejects.toThrow('50.00 euro');
  expect(await refundOrder(app.deps, id, { cents: 1000, reason: 'a gesture' })).toBe(1000);
  expect(await refundOrder(app.deps, id, { cents: 1000, reason: 'a gesture' })).toBe(1000);
  const [first, second] = provider.refunds;
  expect(first).toEqual({ paymentRef: refOf(id), amountCents: 1000, key: first!.key });
  expect(second).toEqual(first);
  await applyPaymentEvent(app, id, 'refunded', { amountCents: 1000, causeRef: 'one' });
  expect(await refundOrder(app.deps, id, { reason: 'all of it' })).toBe(4000);
  expect(await applyPaymentEvent(app, id, 'refunded', { amountCents: 4000, causeRef: 'two' })).toBe(
    'refunded',
  );
  expect(await balanceOf(app, player.accountId)).toBe(0);
});

test('N6 the commands list and show orders, give coins, cases and goods, and say in a sentence what cannot be', async () => {
  const id = await ordered();
  await applyPaymentEvent(app, id, 'paid');
  const login = await loginOf(app, player);
  const settings = { PATH: process.env['PATH'], DATABASE_URL: app.databaseUrl, APP_SECRET };
  const ORDERS = 'src/server/operator/ordersCommand.ts';
  const GRANT = 'src/server/operator/grantCommand.ts';
  const programs = await bundlePrograms(ORDERS, GRANT);
  onTestFinished(() => programs.remove());
  const command = (source: typeof ORDERS | typeof GRANT, ...words: string[]) =>
    new Promise<{ said: string; complained: string; isDone: boolean }>((resolve) => {
      const args = [programs.pathOf(source), ...words];
      execFile(process.execPath, args, { cwd: projectRoot, env: settings }, (error, said, complained) =>
        resolve({ said, complained, isDone: error === null }),
      );
    });
  const reason = ['--reason', 'a prize'];
  // one after the other: six programs that start at once may wait long for a busy machine
  const listed = await command(ORDERS, 'list', '--state', 'granted', '--account', `${login}@everest`);
  const shown = await command(ORDERS, 'show', id);
  const refused = await command(ORDERS, 'refund', id);
  const coins = await command(GRANT, 'coins', login, 'everest', '500', ...reason);
  const cases = await command(GRANT, 'cases', login, 'everest', '2', '3', ...reason);
  const goods = await command(GRANT, 'goods', login, 'everest', String(GOOD.service), '2', ...reason);
  const unknown = await command(GRANT, 'coins', 'nobody', 'everest', '5', ...reason);
  const keyed = [
    await command(GRANT, 'coins', login, 'everest', '7', '--key', 'contest-1', ...reason),
    await command(GRANT, 'coins', login, 'everest', '7', '--key', 'contest-1', ...reason),
    await command(GRANT, 'coins', login, 'everest', '8', '--key', 'contest-1', ...reason),
  ];
  const day = app.deps.now().toISOString().slice(0, 10);
  const ofDay = await command(ORDERS, 'list', '--from', day, '--to', day, '--provider', 'sandbox');
  const older = await command(ORDERS, 'list', '--before', id, '--account', `${login}@everest`);
  const noDay = await command(ORDERS, 'list', '--from', '2026-13-01');
  expect(keyed.map(({ said }) => said)).toEqual([
    `${login} on everest has got 7 OC.\n`,
    `${login} on everest had got this gift before.\n`,
    '',
  ]);
  expect(keyed[2]?.complained).toBe(`${login} has got another gift with the key contest-1.\n`);
  expect(ofDay.said).toContain(id);
  expect(older.said).toBe('No orders.\n');
  expect(noDay.complained).toBe('--from takes a day as 2026-01-31.\n');
  expect(listed).toMatchObject({ complained: '', isDone: true });
  expect(listed.said).toContain(`${id} · granted · ${login}@everest · 500 + 50 OC · 50.00 EUR`);
  expect(shown.complained).toBe('');
  expect(shown.said).toMatch(/pending by site[\s\S]*granted by provider: paid[\s\S]*heard paid 50\.00 EUR/);
  expect(refused).toMatchObject({ said: '', isDone: false });
  expect(refused.complained).toContain('--reason');
  expect(coins.complained + cases.complained + goods.complained).toBe('');
  expect(goods.said).toMatch(new RegExp(`^${login} on everest has got 2 of .+\\.\\n$`));
  expect(await goodsInGame(app, player.accountId)).toEqual([expect.stringMatching(/^give 2 \w+ waiting$/)]);
  expect(coins.said).toBe(`${login} on everest has got 500 OC.\n`);
  expect(cases.said).toBe(`${login} on everest has got 3 of the case Case 2.\n`);
  expect(await balanceOf(app, player.accountId)).toBe(1057);
  expect(await stockOf(app, player.accountId, 2)).toBe(3);
  expect((await auditOf(app, player.accountId)).toSorted()).toEqual([
    'casesGranted',
    'coinsGranted',
    'coinsGranted',
    'goodsGranted',
    'orderGranted',
  ]);
  expect(unknown).toMatchObject({
    said: '',
    complained: 'There is no player nobody on everest.\n',
    isDone: false,
  });
}, 180_000);
