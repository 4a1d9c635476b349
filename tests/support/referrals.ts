import { createPlayer, type Player } from './factories.ts';
import type { TestApp } from './testApp.ts';

/** A new player whom another one has invited. */
export async function invite(app: TestApp, inviter: Pick<Player, 'accountId'>): Promise<Player> {
  const player = await createPlayer(app.deps);
  await app.pool.query('UPDATE accounts SET inviter_id = $1, invited_at = $2 WHERE id = $3', [
    inviter.accountId,
    app.deps.now(),
    player.accountId,
  ]);
  return player;
}

/** Confirms a player's address. */
export async function verify({ pool }: TestApp, { accountId }: Pick<Player, 'accountId'>): Promise<void> {
  await pool.query('UPDATE accounts SET is_verified = true WHERE id = $1', [accountId]);
}

/** Lets players have signed in from one browser. */
export async function shareDevice(app: TestApp, players: readonly Player[]): Promise<void> {
  await app.pool.query(
    `INSERT INTO known_devices SELECT id, sha256(convert_to($3, 'UTF8')), $2, $2 FROM unnest($1::bigint[]) id`,
    [players.map(({ accountId }) => accountId), app.deps.now(), players.map(({ token }) => token).join()],
  );
}
