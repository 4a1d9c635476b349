import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { catchUpReady } from '#/server/domain/deliveries/readyAt.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { deliveriesOf, goodsInGame } from '../../../support/players/deliveries.ts';
import {
  answerLink,
  codeOfPlayer,
  linkOf,
  linkTo,
  typeCode,
  unlink,
} from '../../../support/players/gameLinks.ts';
import { codeOf, openLink, tokensFor, verify } from '../../../support/access/mailedLinks.ts';
import { createMember, type Member } from '../../../support/players/settings.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../../../support/players/shopping.ts';
import {
  type GameAdapter,
  forgetGames,
  callOffWaiting,
  linkingAdapter,
} from '../../../support/services/gameAdapter.ts';

const HOUR_MS = 60 * 60_000;

let app: TestApp;
let adapter: GameAdapter;
let member: Member;
let licenses = 0;
let player: string;

beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
});
beforeEach(async () => {
  await forgetGames(app);
  await callOffWaiting(app);
  adapter = await adapterOf('everest');
  member = await createMember(app);
  player = `license2:${++licenses}`;
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

const adapterOf = (serverKey: string) => linkingAdapter(app, serverKey);
const type = (code: string, as = player) => typeCode(adapter, code, as);
const link = (as = player) => linkTo(app, adapter, member, as);

async function buy(): Promise<void> {
  const id = await pendingOrder(app, member, { product_type: 'Services', goods_id: GOOD.service });
  await applyPaymentEvent(app, id, 'paid');
}

const join = (as = player) =>
  adapter.work({ joined: [{ player: as, ids: ['steam:1100001'], character: 'QBX1' }], max: 0 });
const stages = async () =>
  (await app.get('/api/v1/user/deliveries', member.headers))
    .json<{ deliveries: { stage: string }[] }>()
    .deliveries.map(({ stage }) => stage);
const nosOf = async () => (await deliveriesOf(app, member.accountId)).map(({ id }) => id);

describe('D15 a player of a server that knows no logins', () => {
  test('gets what they bought when they have confirmed the link, and not before', async () => {
    await buy();
    await join();
    expect(await stages()).toEqual(['unlinked']);
    expect(await adapter.work()).toEqual([]);
    await type(await codeOfPlayer(app, member));
    expect(await adapter.work()).toEqual([]);
    await answerLink(app, member, 'confirm', (await linkOf(app, member)).id);
    const [delivery] = await adapter.work();
    expect(delivery).toMatchObject({
      code: 'unban',
      player: { login: member.login, player, character: 'QBX1' },
    });
    await adapter.report({ no: delivery!.no, outcome: 'done' });
    const [row] = await deliveriesOf(app, member.accountId);
    expect(row!.handedTo).toEqual({ player, character: 'QBX1', name: 'John Doe' });
  });

  test('is not found by the login of somebody else', async () => {
    await buy();
    await join(member.login);
    expect(await adapter.work()).toEqual([]);
    await catchUpReady(app.deps);
    expect(await adapter.work()).toEqual([]);
  });

  test('gets nothing any more once the link has ended', async () => {
    await link();
    await join();
    await buy();
    await unlink(app, member);
    await catchUpReady(app.deps);
    await join();
    expect(await adapter.work()).toEqual([]);
    expect(await goodsInGame(app, member.accountId)).toEqual(['give 1 unban waiting']);
  });

  test('gets nothing while the account is closed', async () => {
    await link();
    await buy();
    await app.pool.query(`UPDATE accounts SET status = 'closed' WHERE id = $1`, [member.accountId]);
    await join();
    expect(await adapter.work()).toEqual([]);
    expect(await adapter.call('waiting', { player })).toMatchObject({ login: null, deliveries: [] });
    await app.pool.query(`UPDATE accounts SET status = 'active' WHERE id = $1`, [member.accountId]);
  });

  test('keeps what was begun for them: the lease lapses to the same player, whoever is linked by then', async () => {
    await link();
    await join();
    await buy();
    const [delivery] = await adapter.work();
    await unlink(app, member);
    await link(`${player}b`);
    await join(`${player}b`);
    app.advanceMs(60_000);
    expect(await adapter.work()).toMatchObject([{ no: delivery!.no, attempt: 2, player: { player } }]);
  });

  test('on another server gets nothing of this one', async () => {
    const other = await adapterOf('fuji');
    await link();
    await buy();
    await other.work({ joined: [{ player }], max: 0 });
    expect(await other.work()).toEqual([]);
  });

  test('waits for the remembered character, who joins anew', async () => {
    await link();
    await adapter.work({ joined: [{ player, character: 'QBX2' }], max: 0 });
    await buy();
    const [delivery] = await adapter.work();
    await adapter.report({ no: delivery!.no, outcome: 'retry', code: 'wrong_character' });
    app.advanceMs(HOUR_MS);
    await catchUpReady(app.deps);
    expect(await adapter.work()).toEqual([]);
    await join();
    expect(await adapter.work()).toMatchObject([{ no: delivery!.no, attempt: 2 }]);
  });

  test('gets a delivery again if its character joined before the game refused another one', async () => {
    await link();
    await adapter.work({ joined: [{ player, character: 'QBX2' }], max: 0 });
    await buy();
    const [delivery] = await adapter.work();
    await join();
    await adapter.report({ no: delivery!.no, outcome: 'retry', code: 'wrong_character' });
    app.advanceMs(15_000);
    expect(await adapter.work()).toMatchObject([{ no: delivery!.no, attempt: 2 }]);
  });

  test('D13 is told the Premium of the account again when they are linked', async () => {
    const id = await pendingOrder(app, member, { product_type: 'Premium', goods_id: GOOD.premium });
    await applyPaymentEvent(app, id, 'paid');
    await link();
    await join();
    const [first] = await adapter.work();
    await adapter.report({ no: first!.no, outcome: 'done' });
    await unlink(app, member);
    await link(`${player}b`);
    await join(`${player}b`);
    const [again] = await adapter.work();
    expect(again).toMatchObject({ code: 'premium', params: first!.params, player: { player: `${player}b` } });
  });
});

describe('D16 what was bought before', () => {
  /** A buyer who was linked to another player when they bought something, and is linked to `player` now. */
  async function relinked(): Promise<void> {
    await link(`${player}old`);
    await unlink(app, member);
    await buy();
    app.advanceMs(1000);
    await link();
    await join();
  }

  test('a second link waits 24 hours for it, and what is bought later does not', async () => {
    await relinked();
    const { heldUntil, linkedAt } = await linkOf(app, member);
    expect(Date.parse(heldUntil!) - Date.parse(linkedAt!)).toBe(24 * HOUR_MS);
    expect(await adapter.work()).toEqual([]);
    expect(await stages()).toEqual(['held']);
    await buy();
    const [later, ...more] = await adapter.work();
    expect(more).toEqual([]);
    expect([later!.no]).toEqual((await nosOf()).slice(1));
    await catchUpReady(app.deps);
    app.advanceMs(24 * HOUR_MS - 5000);
    await adapter.report({ no: later!.no, outcome: 'done' });
    await join();
    expect(await adapter.work()).toEqual([]);
    app.advanceMs(5000);
    expect(await adapter.work()).toHaveLength(1);
  });

  test('is handed over at once when the mailed link is pressed, and not when it is only opened', async () => {
    await relinked();
    const token = (await tokensFor(app, member.email)).at(-1)!;
    expect((await openLink(app, token, member.headers)).json()).toMatchObject({
      code: 'confirmationNeeded',
      link: { does: 'confirmGameLink', login: member.login, character: 'John Doe' },
    });
    expect(await adapter.work()).toEqual([]);
    expect((await verify(app, token)).json()).toEqual({ verified: 'gameLinkConfirmed' });
    expect(await adapter.work()).toHaveLength(1);
    expect((await verify(app, token)).json()).toEqual({ verified: 'gameLinkConfirmed' });
  });

  test('the mailed link confirms a link that the site was not told of yet', async () => {
    await buy();
    await join();
    await type(await codeOfPlayer(app, member));
    await verify(app, (await tokensFor(app, member.email)).at(-1)!);
    expect(await linkOf(app, member)).toMatchObject({ state: 'active' });
    expect(await adapter.work()).toHaveLength(1);
  });

  test('the mailed link of an ended link confirms nothing', async () => {
    await link();
    const token = (await tokensFor(app, member.email)).at(-1)!;
    await unlink(app, member);
    await type(await codeOfPlayer(app, member));
    expect(codeOf(await verify(app, token))).toBe('verificationInvalid');
    expect(await linkOf(app, member)).toMatchObject({ state: 'pending' });
  });

  test('is neither taken in the game nor tried again sooner', async () => {
    await relinked();
    const [no] = await nosOf();
    await adapter.call('take', { player, nos: [no] });
    expect(await adapter.work()).toEqual([]);
    const listed = await adapter.call('waiting', { player });
    expect(listed).toMatchObject({ deliveries: [{ no, heldUntil: expect.any(Number) as number }] });
  });
});

describe('D15 the calls for a player', () => {
  test('list what waits, in the language that is asked for', async () => {
    await link();
    await buy();
    const [no] = await nosOf();
    expect(await adapter.call('waiting', { player, locale: 'uk' })).toMatchObject({
      login: member.login,
      deliveries: [
        { no, kind: 'give', code: 'unban', count: 1, title: 'Крам 32', state: 'waiting', heldUntil: null },
      ],
    });
    expect(await adapter.call('waiting', { player: 'license2:nobody' })).toMatchObject({
      login: null,
      deliveries: [],
    });
  });

  test('hand over to another character, which is forgotten with the link', async () => {
    await link();
    await join();
    await buy();
    const [delivery] = await adapter.work();
    await adapter.report({ no: delivery!.no, outcome: 'retry', code: 'wrong_character' });
    const taken = await adapter.call('take', { player, character: 'QBX2', nos: [delivery!.no, 999_999] });
    expect(taken).toMatchObject({ taken: [delivery!.no] });
    const [again] = await adapter.work();
    expect(again).toMatchObject({ player: { character: 'QBX2' } });
    await adapter.report({ no: again!.no, attempt: 2, outcome: 'retry', code: 'wrong_character' });
    await unlink(app, member);
    const [row] = await deliveriesOf(app, member.accountId);
    expect(row).toMatchObject({ character: null, readyAt: null, handedTo: null });
  });

  test('take nothing of another player', async () => {
    await link();
    await buy();
    const thief = await createMember(app);
    await type(await codeOfPlayer(app, thief), `${player}b`);
    await answerLink(app, thief, 'confirm', (await linkOf(app, thief)).id);
    expect(await adapter.call('take', { player: `${player}b`, nos: await nosOf() })).toMatchObject({
      taken: [],
    });
  });

  test('tell login, coins and Premium', async () => {
    await link();
    const id = await pendingOrder(app, member, { product_type: 'Premium', goods_id: GOOD.premium });
    await applyPaymentEvent(app, id, 'paid');
    const told = await adapter.call('player', { player });
    expect(told).toMatchObject({ login: member.login, premiumCoins: 0, maySpend: 0 });
    expect(told).toHaveProperty('premiumUntil', expect.any(Number));
    expect(await adapter.call('player', { player: member.login })).toMatchObject({
      login: null,
      maySpend: 0,
    });
  });
});
