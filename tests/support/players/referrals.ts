import type { AccountStatistic, Milestone } from '#/contract/referral.ts';
import { rewardMilestones } from '#/server/domain/referral/rewardMilestones.ts';
import { createPlayer, type Player } from '../app/factories.ts';
import { applyPaymentEvent, balanceOf, pendingOrder, stockOf } from './shopping.ts';
import type { TestApp } from '../app/testApp.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Creates a player whom another one has invited, from a network of their own unless one is given. */
export async function invite(
  app: TestApp,
  inviter: Pick<Player, 'accountId'>,
  network?: string,
): Promise<Player> {
  const player = await createPlayer(app.deps);
  await app.pool.query(
    'UPDATE accounts SET inviter_id = $1, invited_at = $2, sign_up_network = $4 WHERE id = $3',
    [inviter.accountId, app.deps.now(), player.accountId, network ?? `network ${player.accountId}`],
  );
  return player;
}

/** Creates an invited, confirmed player who has just paid for 500 coins (50 euro), or for another amount. */
export async function inviteActive(
  app: TestApp,
  inviter: Pick<Player, 'accountId'>,
  { amount = 500, network }: { amount?: number; network?: string } = {},
): Promise<Player & { order: string }> {
  const player = await invite(app, inviter, network);
  await verify(app, player);
  const order = await pendingOrder(app, player, { amount });
  await applyPaymentEvent(app, order, 'paid');
  return { ...player, order };
}

/** Confirms a player's address. */
export async function verify({ pool }: TestApp, { accountId }: Pick<Player, 'accountId'>): Promise<void> {
  await pool.query('UPDATE accounts SET is_verified = true WHERE id = $1', [accountId]);
}

/** Makes players known from one browser, as if they had signed in with it. */
export async function shareDevice(app: TestApp, players: readonly Player[]): Promise<void> {
  await app.pool.query(
    `INSERT INTO known_devices SELECT id, sha256(convert_to($3, 'UTF8')), $2, $2 FROM unnest($1::bigint[]) id`,
    [players.map(({ accountId }) => accountId), app.deps.now(), players.map(({ token }) => token).join()],
  );
}

/** Keeps every session alive after the clock has moved. */
export async function keepSessions({ deps, pool }: TestApp): Promise<void> {
  await pool.query(
    `UPDATE sessions SET last_seen_at = $1, created_at = $1, expires_at = $1::timestamptz + interval '1 day'`,
    [deps.now()],
  );
}

/** Property of a player: wallet, debt, pieces of case 2 and of case 1, and days of Premium that are not revoked. */
export async function holdingsOf(
  app: TestApp,
  { accountId }: Pick<Player, 'accountId'>,
): Promise<[number, number, number, number, number]> {
  const { rows } = await app.pool.query<{ days: number }>(
    `SELECT coalesce(sum(extract(epoch FROM ends_at - starts_at)), 0)::int / 86400 AS days FROM premium_periods
     WHERE account_id = $1 AND revoked_at IS NULL`,
    [accountId],
  );
  return [
    await balanceOf(app, accountId),
    await balanceOf(app, accountId, 'debt'),
    await stockOf(app, accountId, 2),
    await stockOf(app, accountId, 1),
    rows[0]!.days,
  ];
}

const inEnglish = ({ headers }: Pick<Player, 'headers'>) => ({ ...headers, 'accept-language': 'en' });

/** Reads a player's referral statistic, as the cabinet shows it. */
export const statisticOf = async (app: TestApp, player: Pick<Player, 'headers'>): Promise<AccountStatistic> =>
  (await app.get('/api/v1/referral/account-statistic', inEnglish(player))).json<AccountStatistic>();

/** Reads the milestones of a player, as the cabinet shows them. */
export const milestonesOf = async (app: TestApp, player: Pick<Player, 'headers'>): Promise<Milestone[]> =>
  (await app.get('/api/v1/referral/milestone', inEnglish(player))).json<{ milestones: Milestone[] }>()
    .milestones;

/** Moves the clocks of servers on one database by days, then runs the job that gives rewards on each. */
export async function passDays(servers: readonly [TestApp, ...TestApp[]], days: number): Promise<void> {
  for (const server of servers) server.advanceMs(days * DAY_MS);
  await keepSessions(servers[0]);
  for (const { deps } of servers) await rewardMilestones(deps);
}

/** Creates active friends of a player, who have paid for 2000 coins each, or for another amount. */
export async function inviteFriends(
  app: TestApp,
  inviter: Pick<Player, 'accountId'>,
  count: number,
  amount = 2000,
): Promise<(Player & { order: string })[]> {
  const friends = [];
  for (let at = 0; at < count; at++) friends.push(await inviteActive(app, inviter, { amount }));
  return friends;
}

/** OC of one player on hold, OC that can be spent, and OC that the player owes. */
export async function balancesOf(
  app: TestApp,
  accountId: number,
): Promise<{ hold: number; wallet: number; debt: number }> {
  const { rows } = await app.pool.query<{ kind: string; balance: string }>(
    'SELECT kind, balance FROM ledger_accounts WHERE owner_id = $1',
    [accountId],
  );
  const of = (wanted: string) => Number(rows.find(({ kind }) => kind === wanted)?.balance ?? 0);
  return { hold: of('hold'), wallet: of('wallet'), debt: of('debt') };
}
