import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takeCoupons } from '#/server/areas/cases/takeCoupons.ts';
import { remindWaiting } from '#/server/jobs/remindWaiting.ts';
import { queuedMails } from '../../support/app/queuedMails.ts';
import { createSibling, createTestApp, type TestApp } from '../../support/app/testApp.ts';
import { giveCoupons } from '../../support/players/cabinet.ts';
import { bringTo, deliveriesOf } from '../../support/players/deliveries.ts';
import { createMember, type Member } from '../../support/players/settings.ts';
import { blockAccount } from '../../support/players/blocks.ts';

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function takePrizes(player: Member, count = 1): Promise<void> {
  const ids = await giveCoupons(app, player, count);
  await takeCoupons(app.deps, { accountId: player.accountId, ids });
}
const waiter = async (count = 1) => {
  const player = await createMember(app);
  await takePrizes(player, count);
  return player;
};
const thingsTold = async ({ email }: Member) =>
  (await queuedMails(app, email)).flatMap(({ variables }) =>
    'things' in variables ? [variables.things] : [],
  );

describe('D18 what waits for a week', () => {
  test('is mailed once, all of it in one mail, and what comes later again', async () => {
    const player = await waiter(2);
    app.advanceMs(7 * DAY_MS - 1);
    await remindWaiting(app.deps);
    expect(await thingsTold(player)).toEqual([]);
    await takePrizes(player);
    app.advanceMs(1);
    await remindWaiting(app.deps);
    app.advanceMs(DAY_MS);
    await remindWaiting(app.deps);
    expect(await thingsTold(player)).toEqual(['Приз 1-0, Приз 1-0, Приз 1-0']);
    app.advanceMs(30 * DAY_MS);
    await remindWaiting(app.deps);
    expect(await thingsTold(player)).toHaveLength(1);
    await takePrizes(player);
    app.advanceMs(7 * DAY_MS);
    await remindWaiting(app.deps);
    expect(await thingsTold(player)).toEqual([expect.any(String), 'Приз 1-0']);
  });

  test('many things are named in part', async () => {
    const player = await waiter(7);
    app.advanceMs(7 * DAY_MS);
    await remindWaiting(app.deps);
    expect((await thingsTold(player))[0]).toMatch(/^(Приз 1-0, ){5}…$/);
  });

  test('what was handed over or called off, and what a block stops, are mailed of nothing', async () => {
    const [given, back, blocked] = [await waiter(), await waiter(), await waiter()];
    const [{ id } = { id: 0 }] = await deliveriesOf(app, given.accountId);
    await bringTo(app, id, 'done');
    const [{ id: no } = { id: 0 }] = await deliveriesOf(app, back.accountId);
    await app.post(`/api/v1/user/deliveries/${no}/put-back`, undefined, back.headers);
    await blockAccount(app, blocked.accountId, 'deliver');
    app.advanceMs(7 * DAY_MS);
    await remindWaiting(app.deps);
    for (const player of [given, back, blocked]) expect(await thingsTold(player)).toEqual([]);
  });

  test('of servers that try at the same time one mail comes', async () => {
    const sibling = await createSibling(app);
    const player = await waiter();
    app.advanceMs(7 * DAY_MS);
    const there = { ...sibling.deps, now: app.deps.now };
    await Promise.all([app.deps, there, app.deps, there].map(remindWaiting));
    expect(await thingsTold(player)).toHaveLength(1);
    await sibling.close();
  });
});
