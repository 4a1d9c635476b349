import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { ServerLane, ServerReply } from '#/contract/operator/servers.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { OperatorEndpoint } from '#/contract/operator/people/operatorEndpoint.ts';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { DeliveryDesk } from '../../../../support/desks/deliveryDesk.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createOperator } from '../../../../support/desks/operators.ts';
import { GameAdapter, gameKeyOf } from '../../../../support/services/gameAdapter.ts';

const HOUR_MS = 60 * 60_000;

let site: TestApp;
let desk: DeliveryDesk;
let key: { id: string; secret: string };
let adapter: GameAdapter;
beforeEach(async () => {
  await site?.close();
  site = await createTestApp();
  desk = new DeliveryDesk(site);
  await desk.signIn();
  key = await gameKeyOf(site);
  adapter = new GameAdapter(site, key);
  await adapter.hello();
});
afterAll(() => site.close());

const { acceptLedger, adapter: adapterCall, audit, endGameKey, makeGameKey, revokeGameKey } = operatorCalls;
const lane = async (): Promise<ServerLane> =>
  (await desk.operator.browser.call(operatorCalls.servers))
    .json()
    .servers.find(({ key: name }: ServerLane) => name === 'everest');
const server = async (): Promise<ServerReply> =>
  (await desk.operator.browser.call(operatorCalls.server, { params: { id: 'everest' } })).json();
const act = (endpoint: OperatorEndpoint, id: string, body: object, more: object = {}) =>
  desk.operator.browser.call(endpoint, {
    params: { id },
    body: { reason: 'a new machine', ...body },
    ...more,
  });
const preview = async (endpoint: OperatorEndpoint, id: string, body: object) =>
  (await act(endpoint, id, body, { suffix: '/preview' })).json();
const counts = async () => (await desk.operator.browser.call(operatorCalls.site)).json().counts;

describe('D20 a lane of a game server', () => {
  test('D20 tells whether it is there, what waits for it, and its alarms; the first page counts them', async () => {
    expect(await lane()).toMatchObject({
      instance: {
        isAlive: true,
        adapter: 'test 1.0.0',
        game: 'a game',
        host: 'gta-1',
        identity: 'login',
        rival: null,
      },
      waiting: 0,
      ready: 0,
      alarms: [],
      liveKeys: 1,
      keyEndsAt: null,
    });
    const { no } = await desk.bought('waiting');
    const { no: failed } = await desk.bought('failed');
    const { no: unknown } = await desk.bought('unknown');
    await desk.bought('leased');
    await site.pool.query('UPDATE deliveries SET ready_at = $2 WHERE id = $1', [no, site.deps.now()]);
    expect(await lane()).toMatchObject({ waiting: 1, ready: 1, leased: 1, trouble: 2 });
    expect((await lane()).oldestReadyAt).not.toBeNull();
    site.advanceMs(2 * 60_000);
    expect(await lane()).toMatchObject({
      instance: { isAlive: false },
      alarms: [
        { alarm: 'silent', count: 1 },
        { alarm: 'unknown', count: 1 },
      ],
    });
    expect(await counts()).toMatchObject({
      deliveriesUnknown: 1,
      deliveriesFailed: 1,
      serversSilent: 1,
      keysEnding: 0,
    });
    await adapter.hello();
    for (const one of [failed, unknown]) await desk.decide(one, one === failed ? 'byHand' : 'given');
    expect(await counts()).toMatchObject({ deliveriesUnknown: 0, deliveriesFailed: 0, serversSilent: 0 });
  });

  test('D19 a server that the catalogue does not have is not found', async () => {
    const answer = await desk.operator.browser.call(operatorCalls.server, { params: { id: 'nowhere' } });
    expect(codeOf(answer)).toBe('notFound');
  });
});

describe('D9 O6 keys in the browser', () => {
  const wanted = { label: 'main machine', mayLink: true, mayPurchase: false };

  test('D9 a secret is in the first answer and nowhere else, and signs', async () => {
    expect(await preview(makeGameKey, 'everest', wanted)).toEqual({
      before: { liveKeys: 1 },
      after: { liveKeys: 2, label: 'main machine', scopes: ['deliver', 'players', 'link'] },
    });
    expect((await server()).keys).toHaveLength(1);
    const headers = { [IDEMPOTENCY_HEADER]: 'the-only-key-here' };
    const first = await act(makeGameKey, 'everest', wanted, { headers });
    const { id, secret } = first.json();
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    // the same request again: the key is the same one, and its secret is gone
    expect((await act(makeGameKey, 'everest', wanted, { headers })).json()).toEqual({ id });
    expect(new Set((await server()).keys.map((one) => one.id))).toEqual(new Set([id, key.id]));
    for (const seen of [await server(), (await desk.operator.browser.call(audit)).json()])
      expect(JSON.stringify(seen)).not.toContain(secret);
    const { rows } = await site.pool.query<{ dump: string }>(
      `SELECT (SELECT json_agg(a)::text FROM audit a) || (SELECT json_agg(i)::text FROM operator_idempotency i)
        || (SELECT json_agg(k)::text FROM game_keys k) AS dump`,
    );
    expect(rows[0]!.dump).toContain(id);
    expect(rows[0]!.dump).not.toContain(secret);
    adapter.useKey({ id, secret });
    expect(await adapter.work({ max: 0 })).toEqual([]);
  });

  test('D9 of 50 at once as many are made as a server may have', async () => {
    const made = await Promise.all(Array.from({ length: 50 }, () => act(makeGameKey, 'everest', wanted)));
    expect(made.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2);
    expect(new Set(made.filter(({ statusCode }) => statusCode !== 200).map(codeOf))).toEqual(
      new Set(['tooManyGameKeys']),
    );
    expect(await lane()).toMatchObject({ liveKeys: 3 });
    expect(codeOf(await act(makeGameKey, 'nowhere', wanted))).toBe('notFound');
  });

  test('D9 a key ends at its set time, with an alarm a week before; of two operators the second is refused', async () => {
    const inTwoDays = { hours: 48, endsAt: null };
    const before = await preview(endGameKey, key.id, inTwoDays);
    expect(before).toMatchObject({ before: { keyEndsAt: null }, after: { server: 'everest' } });
    const { endsAt } = (await act(endGameKey, key.id, inTwoDays)).json();
    expect(endsAt).toBe(new Date(site.deps.now().getTime() + 48 * HOUR_MS).toISOString());
    expect(await lane()).toMatchObject({ keyEndsAt: endsAt });
    expect(await counts()).toMatchObject({ keysEnding: 1 });
    expect(codeOf(await act(endGameKey, key.id, inTwoDays))).toBe('operatorChanged');
    expect((await act(endGameKey, key.id, { hours: 1, endsAt })).statusCode).toBe(200);
    site.advanceMs(HOUR_MS + 1);
    await desk.signIn();
    expect(await adapter.send('pull', adapter.body({ waitS: 0, max: 0, online: 0 }))).toMatchObject({
      statusCode: 403,
    });
    expect(codeOf(await act(revokeGameKey, key.id, {}))).toBe('operatorChanged');
    expect(await counts()).toMatchObject({ keysEnding: 0 });
  });

  test('D9 of 50 who revoke a key at once one does; it signs no more', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => act(revokeGameKey, key.id, {})));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ statusCode }) => statusCode !== 200).map(codeOf))).toEqual(
      new Set(['operatorChanged']),
    );
    expect(await adapter.send('pull', adapter.body({ waitS: 0, max: 0, online: 0 }))).toMatchObject({
      statusCode: 403,
    });
    expect(codeOf(await act(revokeGameKey, 'k_unknown', {}))).toBe('notFound');
    const [entry] = (await desk.operator.browser.call(audit)).json().entries;
    expect(entry).toMatchObject({ act: 'gameKeyRevoked', targetType: 'gameKey', targetId: key.id });
  });
});

describe('D6 O8 a ledger in the browser', () => {
  test('D6 accepting shows its effect on each delivery, has this effect, and happens once', async () => {
    const [{ no: proved }, { no: lost }] = [await desk.bought('leased'), await desk.bought('leased')];
    await site.pool.query(`UPDATE deliveries SET code = 'odd' WHERE id = $1`, [lost]);
    const { no: waiting } = await desk.bought('waiting');
    site.advanceMs(2 * 60_000);
    const other = new GameAdapter(site, key);
    expect(await other.hello()).toMatchObject({ refused: 'ledgerUnknown' });
    expect(await counts()).toMatchObject({ ledgersToAccept: 1 });
    const [newest, oldest] = (await server()).ledgers;
    expect([newest, oldest]).toMatchObject([
      { id: other.ledger, acceptedAt: null },
      { id: adapter.ledger, retiredAt: null },
    ]);
    const body = { ledger: other.ledger, acceptedAt: null, retiredAt: null };
    const said = await preview(acceptLedger, 'everest', body);
    expect(said).toEqual({
      before: { ledger: adapter.ledger, heldByLedger: 2 },
      after: { ledger: other.ledger, heldByLedger: 0, provedByGame: 1, toldAgain: 0, becomeUnknown: 1 },
    });
    const answers = await Promise.all(Array.from({ length: 50 }, () => act(acceptLedger, 'everest', body)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ statusCode }) => statusCode !== 200).map(codeOf))).toEqual(
      new Set(['operatorChanged']),
    );
    const states = await Promise.all([proved, lost, waiting].map((no) => desk.show(no)));
    expect(states.map(({ state, isDoubtful }) => [state, isDoubtful])).toEqual([
      ['waiting', true],
      ['unknown', false],
      ['waiting', false],
    ]);
    expect(await other.hello()).not.toHaveProperty('refused');
    const [entry] = (await desk.operator.browser.call(audit)).json().entries;
    expect(entry).toMatchObject({ act: 'gameLedgerAccepted', targetId: 'everest', ...said });
  });

  test('D6 a ledger of another server is not found', async () => {
    const body = { ledger: adapter.ledger, acceptedAt: null, retiredAt: null };
    expect(codeOf(await act(acceptLedger, 'fuji', body))).toBe('notFound');
  });
});

test('D21 the adapter of a game is a zip without a key, for everybody who may look', async () => {
  const viewer = await createOperator(site, 'viewer');
  for (const game of ['fivem', 'ragemp']) {
    const { fileName, bytes } = (await viewer.browser.call(adapterCall, { params: { id: game } })).json();
    expect(fileName).toBe(`onerp-${game}.zip`);
    expect(Buffer.from(bytes, 'base64').subarray(0, 2).toString()).toBe('PK');
  }
  expect(codeOf(await viewer.browser.call(adapterCall, { params: { id: 'simulated' } }))).toBe('notFound');
});
