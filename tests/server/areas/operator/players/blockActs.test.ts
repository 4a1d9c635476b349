import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { mailContent } from '#/server/platform/mail/mailContent.ts';
import { createPlayer, open } from '../../../../support/app/factories.ts';
import { queuedMails } from '../../../../support/app/queuedMails.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { GOOD } from '../../../../support/catalogue/testShop.ts';
import { blockAccount } from '../../../../support/players/blocks.ts';
import { deliveriesOf } from '../../../../support/players/deliveries.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createOperator } from '../../../../support/desks/operators.ts';
import { PlayerDesk } from '../../../../support/desks/playerDesk.ts';
import { createMember, signIn, userStatus } from '../../../../support/players/settings.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../../../../support/players/shopping.ts';

const DAY_MS = 24 * 60 * 60_000;
const { blockPlayer, liftBlock } = operatorCalls;
const WEEK = { kind: 'days', days: 7 };
const FOR_GOOD = { kind: 'forGood' };

let site: TestApp;
let desk: PlayerDesk;

beforeAll(async () => {
  site = await createTestApp();
  useFakeProvider(site);
  desk = new PlayerDesk(site);
});
beforeEach(() => desk.signIn());
afterAll(() => site.close());

const inDays = (days: number) => new Date(site.deps.now().getTime() + days * DAY_MS).toISOString();

test('O14 a blocked sign-in ends the sessions, shows on the page and in the history, and goes when it is lifted', async () => {
  const { accountId, headers, login } = await createMember(site);
  const body = { scope: 'sign-in', end: WEEK, reason: 'sells accounts' };
  const preview = (await desk.act(blockPlayer, accountId, body, { preview: true })).json();
  expect(preview).toMatchObject({ before: { blocks: [] }, after: { blocks: ['sign-in'], sessionsEnded: 1 } });
  expect(await userStatus(site, headers)).toBe(200);
  const { block } = (await desk.act(blockPlayer, accountId, body)).json();
  expect(await userStatus(site, headers)).toBe(401);
  expect(codeOf(await signIn(site, login))).toBe('accountBlocked');
  const shown = await desk.show(accountId);
  expect(shown).toMatchObject({
    state: 'blocked',
    sessions: [],
    blocks: [
      {
        id: block,
        scope: 'sign-in',
        source: 'operator',
        reason: 'sells accounts',
        isLive: true,
        setBy: 'owner',
      },
    ],
  });
  expect(Date.parse(shown.blocks[0]!.until!) - Date.parse(shown.blocks[0]!.from)).toBe(7 * DAY_MS);
  expect((await desk.act(liftBlock, accountId, { block })).json()).toEqual({ block });
  expect((await signIn(site, login)).statusCode).toBe(200);
  expect(await desk.show(accountId)).toMatchObject({
    state: 'active',
    blocks: [{ id: block, isLive: false, liftedBy: 'owner' }],
  });
  const acts = (await desk.history(accountId)).filter(({ operator }) => operator !== null);
  expect(acts).toMatchObject([
    { act: 'liftBlock', before: { blocks: ['sign-in'] }, after: { blocks: [], blockLifted: 'sign-in' } },
    { act: 'blockPlayer', reason: 'sells accounts', after: { blocks: ['sign-in'] } },
  ]);
  expect(codeOf(await desk.act(liftBlock, accountId, { block }))).toBe('blockEnded');
});

test('O14 the preview names the orders and deliveries that a block stops, and does nothing', async () => {
  const member = await createMember(site);
  const { accountId } = member;
  await applyPaymentEvent(
    site,
    await pendingOrder(site, member, { product_type: 'Services', goods_id: GOOD.service }),
    'paid',
  );
  const unpaid = await pendingOrder(site, member);
  const [delivery] = await deliveriesOf(site, accountId);
  const after = async (scope: string) =>
    (await desk.act(blockPlayer, accountId, { scope, end: FOR_GOOD }, { preview: true })).json().after;
  expect(await after('buy')).toEqual({ blocks: ['buy'], blockUntil: 'forGood', ordersStopped: [unpaid] });
  expect(await after('deliver')).toEqual({
    blocks: ['deliver'],
    blockUntil: 'forGood',
    deliveriesStopped: [delivery!.id],
  });
  expect((await desk.show(accountId)).blocks).toEqual([]);
});

test('O14 no operator lifts a block that a player set themself before its end', async () => {
  const player = await createPlayer(site.deps, { 1: 3 });
  const { accountId } = player;
  const block = await blockAccount(site, accountId, 'open', {
    source: 'player',
    endsAt: new Date(inDays(1)),
  });
  for (const role of ['owner', 'manager', 'support'] as const) {
    const by = await createOperator(site, role);
    expect(codeOf(await desk.act(liftBlock, accountId, { block }, { by }))).toBe('blockOfPlayer');
  }
  // an operator's block beside it is lifted, and leaves the player's own
  const { block: second } = (await desk.act(blockPlayer, accountId, { scope: 'open', end: WEEK })).json();
  expect((await desk.act(liftBlock, accountId, { block: second })).statusCode).toBe(200);
  expect(codeOf(await open(site, player, { case_id: 1 }))).toBe('accountBlocked');
  await site.pool.query(`UPDATE sessions SET expires_at = expires_at + interval '2 days'`);
  site.advanceMs(DAY_MS);
  expect((await open(site, player, { case_id: 1 })).statusCode).toBe(200);
});

test('O14 support blocks for seven days at most, whatever their clock says; beyond that a second person is asked', async () => {
  const { accountId } = await createPlayer(site.deps);
  const by = await createOperator(site, 'support');
  const statusOf = async (scope: string, end: object, preview = false) =>
    (await desk.act(blockPlayer, accountId, { scope, end }, { by, preview })).statusCode;
  for (const end of [
    { kind: 'days', days: 8 },
    { kind: 'date', until: inDays(7.01) },
    { kind: 'date', until: inDays(3000) },
    FOR_GOOD,
  ]) {
    const asked = await desk.act(blockPlayer, accountId, { scope: 'buy', end }, { by, preview: true });
    expect(asked.json()).toMatchObject({ needsSecondPerson: true });
    expect(await statusOf('buy', end)).toBe(202);
  }
  expect((await desk.show(accountId)).blocks).toEqual([]);
  expect(await statusOf('buy', WEEK)).toBe(200);
  expect(await statusOf('open', { kind: 'date', until: inDays(6.99) })).toBe(200);
  const { block } = (await desk.act(blockPlayer, accountId, { scope: 'refer', end: FOR_GOOD })).json();
  expect((await desk.act(liftBlock, accountId, { block }, { by })).statusCode).toBe(202);
  expect((await desk.show(accountId)).blocks.filter(({ isLive }) => isLive)).toHaveLength(3);
  const own = (await desk.show(accountId)).blocks.find(({ scope }) => scope === 'buy');
  expect((await desk.act(liftBlock, accountId, { block: own!.id }, { by })).statusCode).toBe(200);
});

test.each([
  ['an end that is past', { kind: 'date', until: '2020-01-01T00:00:00.000Z' }],
  ['an end too far away', { kind: 'date', until: '9999-12-31T23:59:59.999Z' }],
  ['no days', { kind: 'days', days: 0 }],
  ['half a day', { kind: 'days', days: 0.5 }],
  ['too many days', { kind: 'days', days: 3651 }],
  ['no end at all', undefined],
])('O14 %s is refused', async (_, end) => {
  const { accountId } = await createPlayer(site.deps);
  expect(codeOf(await desk.act(blockPlayer, accountId, { scope: 'buy', end }))).toBe('badRequest');
});

test('O14 of 200 that block at once one does, under one key and under many', async () => {
  const { accountId } = await createPlayer(site.deps);
  const at = (key: (n: number) => string, scope: string) =>
    Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        desk.act(blockPlayer, accountId, { scope, end: WEEK }, { key: key(n) }),
      ),
    );
  const many = await at((n) => `block-of-many-${n}`, 'buy');
  expect(many.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  const refused = many.filter(({ statusCode }) => statusCode !== 200).map(codeOf);
  expect(new Set(refused)).toEqual(new Set(['blockedAlready']));
  const same = await at(() => 'block-under-one-key', 'open');
  expect(new Set(same.map(({ body }) => body)).size).toBe(1);
  const { blocks } = await desk.show(accountId);
  expect(blocks.map(({ scope }) => scope)).toEqual(['open', 'buy']);
});

test('O14 the block of another player is not lifted, nor any of a deleted account', async () => {
  const [one, other] = [await createPlayer(site.deps), await createPlayer(site.deps)];
  const { block } = (await desk.act(blockPlayer, one.accountId, { scope: 'buy', end: WEEK })).json();
  expect(codeOf(await desk.act(liftBlock, other.accountId, { block }))).toBe('notFound');
  await site.pool.query(`UPDATE accounts SET status = 'closed' WHERE id = $1`, [one.accountId]);
  expect(codeOf(await desk.act(liftBlock, one.accountId, { block }))).toBe('playerClosed');
});

test.each([
  ['ru', 'Покупки', 'Навсегда'],
  ['uk', 'Покупки', 'Назавжди'],
  ['en', 'Buying', 'For good'],
] as const)(
  'O14 a player is mailed in %s when something is blocked, and when it is open again',
  async (locale, what, end) => {
    const { accountId, email, login } = await createMember(site);
    await site.pool.query('UPDATE accounts SET locale = $2 WHERE id = $1', [accountId, locale]);
    const { block } = (await desk.act(blockPlayer, accountId, { scope: 'buy', end: FOR_GOOD })).json();
    const mails = async () =>
      (await queuedMails(site, email)).filter(({ kind }) => kind.startsWith('account'));
    const [told] = await mails();
    expect(told).toMatchObject({
      kind: 'accountBlocked',
      locale,
      variables: { login, scope: 'buy', until: '' },
    });
    const content = mailContent(site.deps.config, told!);
    expect(content.facts.map(({ value }) => value)).toEqual([what, end]);
    expect(content.warning).toContain(site.deps.config.supportEmail);
    // the reason is for colleagues
    expect(JSON.stringify(content)).not.toContain('they asked for it');
    await desk.act(liftBlock, accountId, { block });
    expect((await mails()).map(({ kind }) => kind)).toEqual(['accountBlocked', 'accountUnblocked']);
  },
);

test('O14 nobody is told that something is open again while another block stops it', async () => {
  const { accountId, email } = await createMember(site);
  await blockAccount(site, accountId, 'open', { source: 'player', endsAt: new Date(inDays(9)) });
  const { block } = (await desk.act(blockPlayer, accountId, { scope: 'open', end: WEEK })).json();
  await desk.act(liftBlock, accountId, { block });
  expect((await queuedMails(site, email)).map(({ kind }) => kind)).not.toContain('accountUnblocked');
});
