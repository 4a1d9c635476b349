import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { playerData, type PlayerData } from '#/contract/playerData.ts';
import { transfer } from '#/server/domain/ledger/ledger.ts';
import { makeLinkCode } from '#/server/domain/gameServers/linkCodes.ts';
import { gamePresence } from '#/server/platform/db/tables/game.ts';
import { tie } from '../../../support/players/gameLinks.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { countByStatus, open, PASSWORD } from '../../../support/app/factories.ts';
import { auditOf, browserOf, createMember, type Member } from '../../../support/players/settings.ts';
import { giveCoins } from '../../../support/players/shopping.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';

// many passwords are hashed: on a busy machine that takes a while
vi.setConfig({ testTimeout: 120_000 });

const EXPORT = '/api/v1/user/export';
let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

/** A player with something in every part of their data. */
async function createBusyMember(): Promise<Member> {
  const player = await createMember(app, { stock: { 1: 6 } });
  const { accountId } = player;
  await withTx(app.pool, (tx) =>
    transfer(tx, {
      from: { kind: 'bonus' },
      to: { kind: 'wallet', ownerId: accountId },
      amount: 120,
      reason: 'gift',
      refType: 'test',
      refId: `${accountId}`,
    }),
  );
  await withTx(app.pool, (tx) =>
    transfer(tx, {
      from: { kind: 'wallet', ownerId: accountId },
      to: { kind: 'shop' },
      amount: 20,
      reason: 'purchase',
      refType: 'test',
      refId: `${accountId}`,
    }),
  );
  await browserOf(app, player.login, { 'user-agent': 'curl/8.5.0' });
  expect((await open(app, player, { case_id: 1 }, `opening-${accountId}`)).statusCode).toBe(200);
  expect((await open(app, player, { case_id: 1 })).statusCode).toBe(200);
  const service = { product_id: GOOD.serviceForCoins, product_type: 0, product_qty: 1 };
  await giveCoins(app, accountId, 140);
  for (const product_id of [GOOD.serviceForCoins, GOOD.premiumForCoins])
    expect(
      (await app.post('/api/v1/order/store-by-coin', { ...service, product_id }, player.headers)).statusCode,
    ).toBe(200);
  const email = { email: `new.${player.email}`, password: PASSWORD };
  expect((await app.post('/api/v1/user/email', email, player.headers)).statusCode).toBe(200);
  await app.post('/api/v1/auth/resetPassword', {
    server: 'everest',
    email: player.email,
    captcha: 'a-person',
  });
  await tie(app, accountId, `license2:of${accountId}`);
  await withTx(app.pool, (tx) => makeLinkCode(tx, app.deps, { id: accountId, serverKey: 'everest' }));
  expect((await app.post('/api/v1/user/spend-permit', { coinsPerDay: 30 }, player.headers)).statusCode).toBe(
    200,
  );
  await app.deps.db.insert(gamePresence).values({
    serverKey: 'everest',
    player: `license2:of${accountId}`,
    accountId,
    character: 'QBX1',
    name: 'John Doe',
    seenAt: app.deps.now(),
  });
  return player;
}

const exportOf = async ({ headers }: Member, language = 'en') => {
  const reply = await app.get(EXPORT, { ...headers, 'accept-language': language });
  expect(reply.statusCode, reply.body).toBe(200);
  return { reply, data: reply.json<PlayerData>() };
};

test('C11 holds everything that the site keeps of the player, as one file', async () => {
  const inviter = await createMember(app);
  const player = await createBusyMember();
  await app.pool.query('UPDATE accounts SET inviter_id = $1 WHERE id = $2', [
    inviter.accountId,
    player.accountId,
  ]);
  const { reply, data } = await exportOf(player);
  expect(playerData.parse(data)).toEqual(data);
  expect(reply.headers['content-disposition']).toBe(
    `attachment; filename="one-rp-${player.login}-2026-01-15.json"`,
  );
  expect(reply.headers['cache-control']).toBe('no-store');
  const at = app.deps.now().toISOString();
  expect(data).toMatchObject({
    version: 1,
    exportedAt: at,
    account: { login: player.login, email: player.email, server: 'everest', invitedPlayers: 0 },
    emailChange: { newEmail: `new.${player.email}`, createdAt: at, oldConfirmedAt: null },
    twoFactor: null,
    balances: [{ kind: 'wallet', balance: 100 }],
    transfers: [
      { ledgerAccount: 'wallet', amount: -90, reason: 'storeByCoin', refType: 'order' },
      { ledgerAccount: 'wallet', amount: -50, reason: 'storeByCoin', refType: 'order' },
      { ledgerAccount: 'wallet', amount: 140, reason: 'gift' },
      { ledgerAccount: 'wallet', amount: -20, reason: 'purchase', refType: 'test' },
      { ledgerAccount: 'wallet', amount: 120, reason: 'gift', refType: 'test' },
    ],
    cases: [{ caseId: 1, name: 'Case 1', bought: 6, opened: 2, reason: 'gift', refType: 'test' }],
    orders: [
      {
        state: 'granted',
        product: 'Good 12',
        totalCoins: 90,
        paidAt: at,
        moves: [{}, {}, { state: 'granted' }],
      },
      { state: 'granted', product: 'Good 31', totalCoins: 50, quantity: 1, currency: 'OC', refundedCents: 0 },
    ],
    premium: [{ startsAt: at, revokedAt: null, reason: 'order' }],
    deliveries: [
      { server: 'everest', kind: 'set', code: 'premium', count: 1, state: 'waiting' },
      { server: 'everest', kind: 'give', code: 'name_change', count: 1, state: 'waiting' },
    ],
    gameLinks: [
      { server: 'everest', character: 'QBX1', characterName: 'John Doe', state: 'pending', linkedAt: at },
    ],
    linkCode: { createdAt: at },
    spendPermit: { coinsPerDay: 30, spentOn: null, spentCoins: 0, setAt: at },
    inGame: [{ server: 'everest', character: 'QBX1', name: 'John Doe', seenAt: at }],
    devices: [{ firstSeenAt: at, lastSeenAt: at }],
    requests: [{ key: `opening-${player.accountId}` }],
  });
  expect(data.account.registrationPromoCode).toMatch(/^[A-Z2-9]{8}$/);
  const links = data.emailLinks.map(({ purpose }) => purpose).toSorted();
  expect(links).toEqual(['changeNew', 'changeOld', 'gameLink', 'notMe', 'notMe', 'notMe']);
  expect(data.passwordResets).toMatchObject([{ email: player.email, usedAt: null }]);
  expect(data.draws.map(({ nonce }) => nonce)).toEqual([1, 0]);
  expect(data.draws[0]?.name).toMatch(/^Prize 1-/);
  expect(data.coupons.map(({ drawId }) => drawId)).toEqual(data.draws.map(({ id }) => id));
  expect(data.sessions.map(({ kind, userAgent }) => [kind, userAgent])).toEqual([
    ['browser', 'curl/8.5.0'],
    ['ticket', 'curl/8.5.0'],
    ['bearer', ''],
  ]);
  expect(data.mails.map(({ kind }) => kind).toSorted()).toEqual([
    'emailChangeNew',
    'emailChangeOld',
    'gameLinked',
    'newSignIn',
    'receipt',
    'receipt',
    'resetCode',
  ]);
  expect(data.audit.map(({ event }) => event)).toEqual([
    'dataExported',
    'spendPermitSet',
    'gameLinked',
    'resetAsked',
    'emailChangeAsked',
    'orderGranted',
    'orderGranted',
    'signedIn',
  ]);
  expect(await auditOf(app, player.accountId)).toContain('dataExported');
  expect((await exportOf(inviter)).data.account.invitedPlayers).toBe(1);
  expect((await exportOf(player, 'uk')).data.cases[0]?.name).toBe('Скринька 1');
});

test('C11 holds no secret, no code, no hash, and nothing of anybody else', async () => {
  const stranger = await createBusyMember();
  const player = await createBusyMember();
  const { reply } = await exportOf(player);
  const { rows } = await app.pool.query<{ secret: Buffer | string }>(
    `SELECT token_hash AS secret FROM sessions UNION SELECT handle_hash FROM sessions WHERE handle_hash IS NOT NULL
     UNION SELECT token_hash FROM email_tokens UNION SELECT device_hash FROM known_devices
     UNION SELECT code_mac FROM link_codes UNION SELECT code_mac FROM password_resets UNION SELECT flow_hash FROM password_resets
     UNION SELECT root_encrypted FROM fair_chains UNION SELECT server_seed_encrypted FROM fair_epochs
     UNION SELECT request_hash FROM idempotency
     UNION SELECT convert_to(password_hash, 'UTF8') FROM accounts`,
  );
  const secrets = rows.flatMap(({ secret }) => {
    const bytes = Buffer.from(secret as Buffer);
    return [
      bytes.toString('hex'),
      bytes.toString('base64'),
      bytes.toString('base64url'),
      bytes.toString('utf8'),
    ];
  });
  expect(secrets.length).toBeGreaterThan(60);
  expect(secrets.filter((secret) => reply.body.includes(secret))).toEqual([]);
  expect(reply.body).not.toContain(player.token);
  expect(reply.body).not.toContain(createHash('sha256').update(player.token).digest('hex'));
  for (const foreign of [stranger.login, stranger.email, `opening-${stranger.accountId}`])
    expect(reply.body).not.toMatch(new RegExp(`"${foreign.replaceAll('.', String.raw`\.`)}"`));
});

test('C11 can be had five times in 24 hours, also at once', async () => {
  const player = await createMember(app);
  const replies = await Promise.all(Array.from({ length: 12 }, () => app.get(EXPORT, player.headers)));
  expect(countByStatus(replies)).toEqual({ 200: 5, 429: 7 });
});

test('C11 its layout is described in the OpenAPI document', async () => {
  const document = (await app.get('/api/openapi.json')).json();
  const { schema } = document.paths[EXPORT].get.responses[200].content['application/json'];
  expect(Object.keys(schema.properties)).toEqual(Object.keys(playerData.shape));
  expect(schema.properties.draws.items.properties.ticket).toMatchObject({ type: 'integer' });
});
