import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import {
  type DrawsReply,
  PLAYER_LINES,
  PLAYERS_PAGE_ROWS,
  type PlayersReply,
} from '#/contract/operator/players.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { tryTransfer } from '#/server/domain/ledger/ledger.ts';
import { createPlayer, open } from '../../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createOperator } from '../../../../support/desks/operators.ts';
import { OrderDesk } from '../../../../support/desks/orderDesk.ts';
import { PlayerDesk } from '../../../../support/desks/playerDesk.ts';
import { applyPaymentEvent, accept, loginOf } from '../../../../support/players/shopping.ts';
import { blockAccount } from '../../../../support/players/blocks.ts';

let site: TestApp;
let desk: PlayerDesk;
let orders: OrderDesk;

beforeAll(async () => {
  site = await createTestApp();
  desk = new PlayerDesk(site);
  orders = new OrderDesk(site);
  await desk.signIn();
});
afterAll(() => site.close());

const list = async (query: Record<string, string> = {}): Promise<PlayersReply> =>
  (await desk.owner.browser.call(operatorCalls.players, { query })).json();

test('O12 a player’s ledger adds up to the balance, over all pages, and each line leads to its cause', async () => {
  const { id: order, player } = await orders.paid();
  const { accountId } = player;
  const gifts = PLAYER_LINES + 5;
  await withTx(site.pool, async (tx) => {
    for (let at = 0; at < gifts; at += 1)
      await tryTransfer(tx, {
        from: { kind: 'bonus' },
        to: { kind: 'wallet', ownerId: accountId },
        amount: at + 1,
        reason: 'operator',
        refType: 'grant',
        refId: `${accountId}-${at}`,
      });
    await tryTransfer(tx, {
      from: { kind: 'wallet', ownerId: accountId },
      to: { kind: 'shop' },
      amount: 40,
      reason: 'storeByCoin',
      refType: 'order',
      refId: '999999999',
    });
  });
  const { lines, balance } = await desk.ledger(accountId);
  expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(balance);
  expect((await desk.show(accountId)).balances).toEqual({ coins: balance, held: 0, owed: 0 });
  expect(new Set(lines.map(({ id }) => id)).size).toBe(gifts + 3);
  expect(lines.map(({ id }) => id)).toEqual(lines.map(({ id }) => id).toSorted((a, b) => b - a));
  expect(lines[0]).toMatchObject({ amount: -40, other: 'shop', reason: 'storeByCoin', order: null });
  expect(lines.slice(-2).map((line) => [line.reason, line.order])).toEqual(
    expect.arrayContaining([
      ['order', order],
      ['orderBonus', order],
    ]),
  );
  expect(await desk.ledger(accountId, 'debt')).toEqual({ lines: [], balance: 0 });
});

test('O12 the page of a player sums up what they paid, own and owe', async () => {
  const { player } = await orders.paid();
  const shown = await desk.show(player.accountId);
  expect(shown).toMatchObject({
    id: player.accountId,
    state: 'active',
    balances: { coins: 550, held: 0, owed: 0 },
    sums: { orders: 1, paidCents: 5000, refundedCents: 0, chargebacks: 0, opened: 0, coupons: 0, invited: 0 },
    cases: [],
    deliveries: { open: 0, trouble: 0, done: 0 },
    inviter: null,
  });
  expect(shown.sessions).toHaveLength(1);
});

test('O12 of a payment that an operator accepted, the page and the list of players count what came', async () => {
  const { id, player } = await orders.pending();
  await applyPaymentEvent(site, id, 'paid', { amountCents: 1000 });
  await accept(site, id);
  await applyPaymentEvent(site, id, 'refunded', { amountCents: 300 });
  expect((await desk.show(player.accountId)).sums).toMatchObject({ paidCents: 1000, refundedCents: 300 });
  const found = await list({ login: await loginOf(site, player) });
  expect(found.players).toMatchObject([{ id: player.accountId, paidCents: 700 }]);
});

test('O6 addresses are masked, and every look at them is in the audit log', async () => {
  const { accountId } = await createPlayer(site.deps);
  const { rows } = await site.pool.query<{ email: string }>('SELECT email FROM accounts WHERE id = $1', [
    accountId,
  ]);
  const { email } = rows[0]!;
  const page = JSON.stringify(await desk.show(accountId));
  expect(page).not.toContain(email);
  const look = () =>
    desk.owner.browser.call(operatorCalls.playerPersonal, { params: { id: String(accountId) } });
  expect((await look()).json()).toMatchObject({ email, sessions: [{ id: expect.any(Number) }] });
  expect((await desk.history(accountId)).filter(({ act }) => act === 'personalSeen')).toHaveLength(1);
  const viewer = await createOperator(site, 'viewer');
  const refused = await viewer.browser.call(operatorCalls.playerPersonal, {
    params: { id: String(accountId) },
  });
  expect(codeOf(refused)).toBe('operatorForbidden');
});

test('O12 the list shows the newest first, page by page, and back again', async () => {
  const made: number[] = [];
  for (let at = 0; at < PLAYERS_PAGE_ROWS + 3; at += 1) made.push((await createPlayer(site.deps)).accountId);
  const first = await list();
  expect(first.players.map(({ id }) => id)).toEqual(made.toReversed().slice(0, PLAYERS_PAGE_ROWS));
  expect(first.after).toBeNull();
  const second = await list({ before: String(first.before) });
  expect(second.players[0]!.id).toBe(made[2]);
  expect((await list({ after: String(second.after) })).players).toEqual(first.players);
});

test('O12 players whose logins begin alike are listed by login, page by page, and back again', async () => {
  const { rows } = await site.pool.query<{ id: number }>(
    `INSERT INTO accounts (server_key, login, email, password_hash, user_promo_code, is_verified, created_at)
     SELECT server, CASE n % 2 WHEN 0 THEN 'Alike' ELSE 'alike' END || '.' || lpad(n::text, 2, '0'),
       'alike' || n || '@example.org', 'none', 'ALIKE' || server || n, true, now()
     FROM generate_series(${PLAYERS_PAGE_ROWS}, 1, -1) n, unnest(ARRAY['everest', 'fuji']) server RETURNING id::int`,
  );
  const first = await list({ login: 'alike' });
  const logins = first.players.map(({ login }) => login.toLowerCase());
  expect([logins, first.after]).toEqual([logins.toSorted(), null]);
  const second = await list({ login: 'alike', before: String(first.before) });
  expect([...first.players, ...second.players].map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
    rows.map(({ id }) => id).toSorted((a, b) => a - b),
  );
  expect(second.before).toBeNull();
  expect((await list({ login: 'alike', after: String(second.after) })).players).toEqual(first.players);
});

test('O12 the list is narrowed by login, server, state and mark; a login’s letters are no pattern', async () => {
  const { accountId } = await createPlayer(site.deps);
  const login = await loginOf(site, { accountId });
  const idsOf = async (query: Record<string, string>) => (await list(query)).players.map(({ id }) => id);
  expect(await idsOf({ login: login.toUpperCase().slice(0, -1) })).toContain(accountId);
  expect(await idsOf({ login: '_' })).toEqual([]);
  expect(await idsOf({ server: 'everest', login })).toEqual([accountId]);
  expect(await idsOf({ server: 'nowhere' })).toEqual([]);
  expect(await idsOf({ mark: 'inDebt', login })).toEqual([]);
  await site.pool.query('UPDATE accounts SET is_in_debt = true WHERE id = $1', [accountId]);
  await blockAccount(site, accountId);
  expect(await idsOf({ mark: 'inDebt' })).toContain(accountId);
  expect(await idsOf({ state: 'blocked' })).toEqual([accountId]);
  expect(await idsOf({ mark: 'mediaPartner' })).toEqual([]);
});

test('O12 draws lead to where anybody can verify them, and say what became of the prize', async () => {
  const player = await createPlayer(site.deps, { 2: 4 });
  const draws = async (before?: string): Promise<DrawsReply> =>
    (
      await desk.owner.browser.call(operatorCalls.playerDraws, {
        params: { id: String(player.accountId) },
        ...(before && { query: { before } }),
      })
    ).json();
  expect(await draws()).toEqual({ draws: [], before: null });
  for (let at = 0; at < 4; at += 1) expect((await open(site, player, { case_id: 2 })).statusCode).toBe(200);
  const won = await draws();
  expect(won.draws.map(({ nonce }) => nonce)).toEqual([3, 2, 1, 0]);
  const [newest] = won.draws;
  const proof = await site.app.inject(
    `/api/v1/fair/draws?epoch=${newest!.epoch}&from=${newest!.nonce}&count=1`,
  );
  expect(proof.statusCode).toBe(200);
  await site.pool.query("UPDATE coupons SET state = 'converted' WHERE id = $1", [won.draws[2]!.id]);
  expect((await draws()).draws.map(({ state }) => state)).toEqual(['owned', 'owned', 'converted', 'owned']);
  expect((await draws(String(won.draws[1]!.id))).draws.map(({ id }) => id)).toEqual(
    won.draws.slice(2).map(({ id }) => id),
  );
});
